/** The shortcuts of screens, which are registered only while their screen is open. */
import { FIXED_KEYS } from '../../../components/fixed_keys.ts'

export const SCREEN_SHORTCUTS: typeof FIXED_KEYS = [
  {
    title: 'Tasks',
    keys: [
      ['Complete', 'E'],
      ['Assign to…', 'A'],
      ['Assign to me', 'I'],
      ['Set due date…', 'D'],
      ['Set start date…', 'Shift+D'],
      ['Move to section…', 'S'],
      ['Move to…', 'M'],
      ['Add to project…', 'P'],
      ['Set tags…', 'T'],
      ['Blocked by…', 'B'],
      ['Blocking…', 'Shift+B'],
      ['Rename', 'F2'],
      ['New task below', 'N'],
      ['New subtask', 'U'],
      ['Comment', 'R'],
      ['Like', 'L'],
      ['Follow', 'W'],
      ['Copy link', 'Y'],
      ['Open the task and follow the focus', 'Space'],
      ['Open as page', 'O'],
      ['Open in a new tab', 'Mod+Enter'],
      ['Task actions…', '.', 'Shift+F10'],
      ['Delete', 'Delete'],
      ['Move up or down', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'],
      ['Make a subtask, move out of the parent', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft'],
      ['Move to the top or bottom', 'Alt+Shift+Home', 'Alt+Shift+End'],
    ],
  },
  {
    title: 'Views',
    keys: [
      ['Filter', 'F'],
      ['Clear filters', 'Shift+F'],
      ['Views', 'V'],
      ['Layouts', '1', '2', '3'],
    ],
  },
  {
    title: 'Inbox',
    keys: [
      ['Archive', 'E'],
      ['Snooze', 'H'],
      ['Archive all', 'Shift+E'],
      ['Mark read or unread', 'Shift+R'],
    ],
  },
  ...FIXED_KEYS,
]
