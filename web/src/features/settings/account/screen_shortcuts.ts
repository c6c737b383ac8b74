/** The shortcuts of screens, which are registered only while their screen is open. */
export const SCREEN_SHORTCUTS = [
  {
    title: 'Lists and boards',
    keys: [
      ['Next or previous task', 'J'],
      ['Open the task', 'Enter'],
      ['Look into the task', 'Space'],
      ['Select', 'X'],
      ['New task below', 'N'],
      ['Filter', 'F'],
    ],
  },
  {
    title: 'Tasks',
    keys: [
      ['Complete', 'E'],
      ['Assign', 'A'],
      ['Assign to me', 'I'],
      ['Due date', 'D'],
      ['Section', 'S'],
      ['Move to…', 'M'],
      ['Tags', 'T'],
      ['Comment', 'R'],
      ['Copy link', 'Y'],
      ['Move up or down', 'Alt+Shift+↑'],
      ['Move to trash', 'Delete'],
    ],
  },
  {
    title: 'Inbox',
    keys: [
      ['Next or previous notification', 'J'],
      ['Archive', 'E'],
      ['Snooze', 'H'],
      ['Archive all', 'Shift+E'],
      ['Mark read or unread', 'Shift+R'],
    ],
  },
] as const
