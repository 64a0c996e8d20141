"""Ratings that several books and programs give coefficients for."""

DATA_C = [  # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, data C; Gwet (2014): 12 units, 4 raters
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
    [None, None, 3, None],
]
