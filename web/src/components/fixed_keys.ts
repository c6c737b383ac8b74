/**
 * Keys that are no commands: they lead through what is on the screen, or act in a text. The sheet of shortcuts and the
 * settings list them with the commands.
 */
interface FixedKeys {
  readonly title: string
  readonly keys: readonly (readonly [action: string, ...keys: string[]])[]
}

export const FIXED_KEYS: readonly FixedKeys[] = [
  {
    title: 'Lists, boards and the Inbox',
    keys: [
      ['Next row or card', 'ArrowDown', 'J'],
      ['Previous row or card', 'ArrowUp', 'K'],
      ['Expand, enter the cells, next column', 'ArrowRight'],
      ['Collapse, go to the parent, previous column', 'ArrowLeft'],
      ['First and last cell or card', 'Home', 'End'],
      ['First and last row', 'Mod+Home', 'Mod+End'],
      ['By a page', 'PageUp', 'PageDown'],
      ['Open the task, edit the cell', 'Enter'],
      ['Select', 'X'],
      ['Extend the selection', 'Shift+ArrowUp', 'Shift+ArrowDown'],
      ['Select all', 'Mod+A'],
      ['Close, end the selection, leave the task', 'Escape'],
    ],
  },
  {
    title: 'Texts',
    keys: [
      ['Bold', 'Mod+B'],
      ['Italic', 'Mod+I'],
      ['Underline', 'Mod+U'],
      ['Strikethrough', 'Mod+Shift+X'],
      ['Code', 'Mod+E'],
      ['Link the selected text', 'Mod+K'],
      ['Numbered list', 'Mod+Shift+7'],
      ['Bulleted list', 'Mod+Shift+8'],
      ['Quote', 'Mod+Shift+9'],
      ['Heading 1', 'Mod+Alt+1'],
      ['Heading 2', 'Mod+Alt+2'],
      ['Post the comment, finish', 'Mod+Enter'],
      ['Leave the text, which stays', 'Escape'],
    ],
  },
]
