/** The colour theme: light, dark, or that of the system. The choice is stored in this browser. */
import { useId, useState } from 'react'

const KEY = 'workloom_theme'
const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

type Theme = (typeof THEMES)[number][0]

function storedTheme(): Theme {
  const stored = THEMES.find(([name]) => name === localStorage.getItem(KEY))
  return stored ? stored[0] : 'system'
}

/** Applies a theme. Called before the first render. */
export function applyTheme(theme: Theme = storedTheme()): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

export function ThemeChoice() {
  const id = useId()
  const [theme, setTheme] = useState(storedTheme)
  const choose = (chosen: Theme) => {
    localStorage.setItem(KEY, chosen)
    applyTheme(chosen)
    setTheme(chosen)
  }
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Appearance</legend>
      {THEMES.map(([name, label]) => (
        <label key={name} className="segment">
          <input type="radio" name={id} checked={theme === name} onChange={() => choose(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
