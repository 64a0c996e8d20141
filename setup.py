"""What stands beside the package in a checkout goes into the wheel, so that `annoeval app` needs no checkout."""

from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = ("pages", "data", ".streamlit", "docs")


class WithApp(build_py):
    """Copies the app, its pages, the examples, the guide and Streamlit's settings to `annoeval/beside`."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        inside = Path(self.build_lib) / "annoeval" / "beside"
        inside.mkdir(parents=True, exist_ok=True)
        self.copy_file("app.py", str(inside / "app.py"))
        for folder in FOLDERS:
            copytree(folder, inside / folder, dirs_exist_ok=True, ignore=ignore_patterns("__pycache__", "make_*.py"))


lines = Path("requirements.txt").read_text(encoding="utf-8").splitlines()
needed = [line for line in lines if line.strip() and not line.startswith(("#", "-"))]  # "-": options of pip

many_machines = [
    n for n in Path("requirements-dask.txt").read_text(encoding="utf-8").splitlines() if n[:1] not in ("", "#")
]

setup(install_requires=needed, extras_require={"dask": many_machines}, cmdclass={"build_py": WithApp})
