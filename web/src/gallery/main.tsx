/** The gallery: every component in its states, for tests only. `?show=pickers` mounts one page of it. */
import '../style/tokens.css'
import '../style/palette.css'
import '../style/base.css'
import '../style/components.css'
import './gallery.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ControlsPage } from './controls.tsx'
import { DatesPage } from './dates.tsx'
import { DisplayPage } from './display.tsx'
import { DragPage } from './drag.tsx'
import { EditorsPage } from './editors.tsx'
import { GridPage } from './grid.tsx'
import { PickersPage } from './pickers.tsx'
import { RichTextPage } from './rich_text.tsx'

const pages: Readonly<Record<string, () => ReactNode>> = {
  controls: ControlsPage,
  display: DisplayPage,
  pickers: PickersPage,
  dates: DatesPage,
  grid: GridPage,
  drag: DragPage,
  rich_text: RichTextPage,
  editors: EditorsPage,
}

const shown = new URLSearchParams(location.search).get('show') ?? 'controls'
const Page = pages[shown] ?? ControlsPage

const container = document.getElementById('app')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <main className="gallery">
        <h1>{shown}</h1>
        <Page />
      </main>
    </StrictMode>,
  )
}
