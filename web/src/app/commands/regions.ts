/** The regions of the frame, between which F6 moves the focus: the sidebar, the bar, the content and the pane. */
const REGIONS = ['.sidebar', '.top-bar', '#main', '.pane'] as const

const FOCUSABLE = 'a[href], button:not(:disabled), input, [tabindex="0"]'
/** Where the focus goes in a region: to what is current in it, or its first control. */
const CURRENT = '[aria-current="page"], [role="row"][tabindex="0"], h1[tabindex]'

function focusIn(region: HTMLElement): void {
  const target = region.querySelector<HTMLElement>(CURRENT) ?? region.querySelector<HTMLElement>(FOCUSABLE) ?? region
  target.focus()
}

/** Moves the focus to the next region on the screen, or with -1 to the one before. */
export function focusRegion(step: 1 | -1): void {
  const shown = REGIONS.flatMap(selector => document.querySelector<HTMLElement>(`${selector}:not([inert])`) ?? [])
  const index = shown.findIndex(region => region.contains(document.activeElement))
  const next = shown[(index + step + shown.length) % shown.length]
  if (next) focusIn(next)
}
