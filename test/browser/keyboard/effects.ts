/** How the effect of a key is seen. */
import { row, untilEqual } from '../launch.ts'
import type { Desk } from './desk.ts'

export interface KeyRow {
  readonly keys: string
  readonly action: string
  /** The row or card that has the focus before; the second task by default. */
  readonly from?: string
  /** Whether the sheet of a list does not have the keys. */
  readonly isOfBoard?: true
  shows(desk: Desk): Promise<unknown>
}

export const rowFocused =
  (name: string) =>
  ({ page, focused }: Desk) =>
    focused(row(page, name))
export const cellFocused =
  (column: string) =>
  ({ page }: Desk) =>
    page.locator(`[role="gridcell"][aria-colindex="${column}"]:focus`).waitFor()
export const selected =
  (count: number) =>
  ({ page }: Desk) =>
    page.getByRole('toolbar', { name: 'Selected tasks' }).getByText(`${count} selected`).waitFor()
export const dialog = (name: string) => (at: Desk) => at.dialog(name)
export const notice = (text: string) => (at: Desk) => at.notice(text)
export const menu =
  (item: string) =>
  ({ page }: Desk) =>
    page.getByRole('menuitem', { name: item, exact: true }).waitFor()
export const heading =
  (name: string) =>
  ({ page }: Desk) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
export const announced =
  (text: string) =>
  ({ page }: Desk) =>
    page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })
export const order =
  (...names: readonly string[]) =>
  ({ page }: Desk) =>
    untilEqual(
      () =>
        page
          .locator('.grid-body > [data-kind="task"]')
          .evaluateAll(rows =>
            rows
              .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
              .map(one => one.getAttribute('aria-label')),
          ),
      names,
    )
export const field =
  (name: string) =>
  ({ page, focused }: Desk) =>
    focused(page.getByRole('textbox', { name, exact: true }))
export const part =
  (name: string) =>
  ({ pane, focused }: Desk) =>
    focused(pane('Book').getByRole('textbox', { name, exact: true }))
