/** The keys of the frame, which act on every screen. */
import { untilEqual } from '../launch.ts'
import type { Desk } from './desk.ts'
import { dialog, heading, type KeyRow, lasting } from './effects.ts'

async function undoCompletion({ page, notice }: Desk): Promise<void> {
  await page.keyboard.press('e')
  await notice('Task completed')
  await page.keyboard.press('Control+z')
  await notice('Undone')
}

export const FRAME_KEYS: readonly KeyRow[] = [
  { keys: 'Control+k', action: 'command menu', ...dialog('Command menu') },
  { keys: '?', action: 'keyboard shortcuts', ...dialog('Keyboard shortcuts') },
  { keys: '/', action: 'search', ...heading('Search') },
  { keys: 'c', action: 'new task', ...dialog('New task') },
  { keys: 'g h', action: 'Home', ...heading('Home') },
  { keys: 'g i', action: 'Inbox', ...heading('Inbox') },
  { keys: 'g m', action: 'My tasks', ...heading('My tasks') },
  { keys: 'g s', action: 'settings', shows: ({ page }) => page.waitForURL('**/settings/profile') },
  ...(['p #', 'f *', 't +'] as const).map((pair): KeyRow => {
    const [letter = '', sign] = pair.split(' ')
    return {
      keys: `g ${letter}`,
      action: 'go to an object',
      shows: ({ page }) =>
        untilEqual(() => page.getByRole('combobox', { name: 'Search or run a command' }).inputValue(), sign),
    }
  }),
  {
    keys: '[',
    action: 'toggle sidebar',
    shows: ({ page }) => page.getByRole('button', { name: 'Show sidebar' }).waitFor(),
  },
  {
    keys: '[',
    action: 'toggle sidebar',
    ...lasting(({ page }) => page.getByRole('button', { name: 'Hide sidebar' }).waitFor()),
  },
  { keys: 'F6', action: 'next region', ...lasting(({ page }) => page.locator('.sidebar :focus').waitFor()) },
  { keys: 'Shift+F6', action: 'previous region', ...lasting(({ page }) => page.locator('.top-bar :focus').waitFor()) },
  {
    keys: 'Control+z',
    action: 'undo',
    shows: undoCompletion,
  },
  {
    keys: 'Control+Shift+Z',
    action: 'redo',
    async shows(at) {
      await undoCompletion(at)
      await at.page.keyboard.press('Control+Shift+Z')
      await at.notice('Redone')
    },
  },
]
