/** The widths of the sidebar and of the pane, which a person sets and this browser remembers. */
import { useLayoutEffect, useState } from 'react'
import { Resizer } from '../../components/resizer.tsx'

interface Part {
  /** The accessible name of the line. */
  readonly label: string
  readonly key: string
  /** The property of the page that has the width. */
  readonly property: `--${string}`
  readonly min: number
  readonly max: number
  readonly place: 'before' | 'after'
  /** The width until a person sets one. */
  initial(): number
}

const PANE_SHARE = 0.38

const PARTS = {
  sidebar: {
    ...({ label: 'Resize sidebar', key: 'workloom_sidebar_width', property: '--side' } as const),
    ...({ min: 200, max: 360, place: 'before' } as const),
    initial: () => 248,
  },
  pane: {
    ...({ label: 'Resize pane', key: 'workloom_pane_width', property: '--pane' } as const),
    ...({ min: 400, max: 720, place: 'after' } as const),
    initial: () => Math.round(Math.min(560, Math.max(400, innerWidth * PANE_SHARE))),
  },
} satisfies Record<string, Part>

function stored({ key, min, max }: Part): number | null {
  const width = Number(localStorage.getItem(key))
  return width >= min && width <= max ? width : null
}

/** The line that resizes a part. The width is a property of the page, so that dragging renders nothing. */
export function PartWidth({ part }: { part: keyof typeof PARTS }) {
  const shape: Part = PARTS[part]
  const [chosen, setChosen] = useState(() => stored(shape))
  const width = chosen ?? shape.initial()
  const show = (next: number) => document.documentElement.style.setProperty(shape.property, `${next}px`)
  useLayoutEffect(() => document.documentElement.style.setProperty(shape.property, `${width}px`), [shape, width])
  const change = (next: number | null) => {
    if (next === null) localStorage.removeItem(shape.key)
    else localStorage.setItem(shape.key, String(next))
    setChosen(next)
  }
  return (
    <Resizer
      {...{ label: shape.label, className: `${part}-resizer`, width, min: shape.min, max: shape.max }}
      part={shape.place}
      onPreview={show}
      onChange={change}
    />
  )
}
