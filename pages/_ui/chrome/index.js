// Hands the theme's colours to the page's own style sheet, which stands outside every component.

export default function (component) {
  const here = component.parentElement
  const theme = getComputedStyle(here.querySelector("#theme"))
  // The component stands in the sidebar, whose background is the surface on which cards stand elsewhere.
  const colours = {
    primary: "--st-primary-color",
    surface: "--st-background-color",
    line: "--st-border-color",
    muted: "--st-gray-text-color",
    wrong: "--st-red-text-color",
  }
  for (const [name, variable] of Object.entries(colours)) {
    document.documentElement.style.setProperty(`--toolscore-${name}`, theme.getPropertyValue(variable))
  }
}
