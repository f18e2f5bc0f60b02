"""The start page."""

from pages._ui.shell import frame, guarded
from pages._ui.start.page import start_page

with guarded():
    frame("start")
    start_page()
