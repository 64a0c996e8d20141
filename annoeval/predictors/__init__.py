"""Programs that find title and abstract in papers, and how any of them is asked about a set of labelled documents."""

from annoeval.predictors.document import Document, PredictedDoc, PredictionError
from annoeval.predictors.grobid import grobid_prediction
from annoeval.predictors.layout import LayoutModel
from annoeval.predictors.run import Predicted, predict_all
from annoeval.predictors.semantic_scholar import s2_prediction

__all__ = [
    "Document",
    "LayoutModel",
    "Predicted",
    "PredictedDoc",
    "PredictionError",
    "grobid_prediction",
    "predict_all",
    "s2_prediction",
]
