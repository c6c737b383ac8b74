/** How the effect of a key is seen, and how the page becomes what it was again. */
import type { Locator, Page } from 'playwright-core'
import { press, row, untilTasks } from '../launch.ts'
import type { Desk } from './desk.ts'

export interface Effect {
  shows(desk: Desk): Promise<unknown>
  /** Makes the page what it was, apart from the focus; without it the next row gets a page of its own. */
  restores?(desk: Desk): Promise<unknown>
}

export interface KeyRow extends Effect {
  readonly keys: string
  readonly action: string
  /** The row or card that has the focus before; the second task by default. */
  readonly from?: string
  /** Whether the sheet of a list does not have the keys. */
  readonly isOfBoard?: true
}

/** An effect that leaves nothing but the focus, or a notice. */
export const lasting = (shows: Effect['shows']): Effect => ({ shows, restores: async () => {} })

/** An effect that keys end. What had the focus has it again a moment later. */
export const reversible = (keys: string, shows: Effect['shows'], isGone: Effect['shows']): Effect => ({
  shows,
  async restores(at) {
    await press(at.page, keys)
    await isGone(at)
    await at.page.locator(':focus').waitFor()
  },
})

/** Something that is shown, and that Escape takes away. */
export const shown = (part: (desk: Desk) => Locator, gone = part): Effect =>
  reversible(
    'Escape',
    at => part(at).waitFor(),
    at => gone(at).waitFor({ state: 'detached' }),
  )

/** A dialog or a menu: Escape closes it when it has the focus. */
function overlay(role: 'dialog' | 'menu', part: (page: Page) => Locator): Effect {
  const { shows, restores } = shown(({ page }) => part(page))
  return {
    shows,
    async restores(at) {
      await at.page.locator(`[role="${role}"]:focus, [role="${role}"] :focus`).waitFor()
      await restores?.(at)
    },
  }
}

export const rowFocused = (name: string) => lasting(({ page, focused }) => focused(row(page, name)))

export const cellFocused = (column: string) =>
  lasting(({ page }) => page.locator(`[role="gridcell"][aria-colindex="${column}"]:focus`).waitFor())

const selection = ({ page }: Desk) => page.getByRole('toolbar', { name: 'Selected tasks' })

export const selected = (count: number) => shown(at => selection(at).getByText(`${count} selected`), selection)

export const dialog = (name: string) => overlay('dialog', page => page.getByRole('dialog', { name, exact: true }))

export const menu = (item: string) => overlay('menu', page => page.getByRole('menuitem', { name: item, exact: true }))

/** A field with the focus, which Escape takes away. */
export function field(name: string): Effect {
  const named = ({ page }: Desk) => page.getByRole('textbox', { name, exact: true })
  return shown(at => named(at).and(at.page.locator(':focus')), named)
}

export const notice = (text: string) => lasting(at => at.notice(text))

/** A notice about a task that the page then does not have. */
export const removed = (text: string): Effect => ({ shows: at => at.notice(text) })

export const heading = (name: string): Effect => ({
  shows: ({ page }) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
})

export const announced = (text: string): Effect => ({
  shows: ({ page }) => page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' }),
})

export const order = (...names: readonly string[]): Effect => ({ shows: ({ page }) => untilTasks(page, names) })

export const part = (name: string): Effect => ({
  shows: ({ pane, focused }) => focused(pane('Book').getByRole('textbox', { name, exact: true })),
})
