"""A page with one empty chart and nothing else: what any page's first paint is measured against."""

import plotly.graph_objects as go
import streamlit as st

st.set_page_config(layout="wide")
st.plotly_chart(go.Figure())
