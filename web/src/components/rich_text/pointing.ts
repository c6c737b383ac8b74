/** Where a user points and what they select in a text that is not edited yet. */
import type { MouseEvent, RefObject } from 'react'
import type { InitialCaret } from './editor/mount.ts'

export const isInside = (box: RefObject<HTMLElement | null>, { target }: MouseEvent): boolean =>
  target instanceof Node && box.current?.contains(target) === true

/** The link under the pointer. */
export const linkOf = ({ target }: MouseEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('.rich-text a[href]') : null

/** The points at which a press begins and ends. Until then the text stays, so that the browser can select in it. */
export async function untilReleased({ clientX, clientY }: MouseEvent): Promise<InitialCaret> {
  const from = { left: clientX, top: clientY }
  const released = await new Promise<MouseEventInit>(resolve => {
    for (const name of ['mouseup', 'dragend'] as const) addEventListener(name, resolve, { once: true, capture: true })
  })
  return { from, to: { left: released.clientX ?? from.left, top: released.clientY ?? from.top } }
}

/** Whether the whole text is selected, as after Control+A or by tools that fill fields. */
export function isAllSelected(element: HTMLElement | null): boolean {
  const selection = getSelection()
  if (!element || !selection || selection.isCollapsed || !element.contains(selection.anchorNode)) return false
  return selection.toString().trim() === element.innerText.trim()
}
