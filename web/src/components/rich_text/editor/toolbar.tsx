/** The toolbar of the editor. Its buttons leave the focus in the text; arrow keys move between them. */
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  SquareCode,
  Strikethrough,
  TextQuote,
  Underline,
} from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import type { KeyboardEvent, MouseEvent } from 'react'
import { formatActions, linkAt } from './commands.ts'

const ICONS: Record<string, LucideIcon> = {
  Bold,
  Italic,
  Underline,
  Strikethrough,
  Code,
  Link,
  'Bulleted list': List,
  'Numbered list': ListOrdered,
  Quote: TextQuote,
  'Heading 1': Heading1,
  'Heading 2': Heading2,
  'Code block': SquareCode,
}

interface ToolbarProps {
  view: EditorView
  isLinking: boolean
  onLink(): void
}

interface ToolbarItem {
  name: string
  keys: string | undefined
  isPressed: boolean
  isEnabled: boolean
  run(): void
}

function itemsOf({ view, isLinking, onLink }: ToolbarProps): ToolbarItem[] {
  const { state } = view
  const { marks, blocks } = formatActions(state.schema)
  const items = [...marks, ...blocks].map(({ name, keys, run, isActive }) => ({
    name,
    keys,
    isPressed: isActive(state),
    isEnabled: run(state),
    run() {
      run(view.state, view.dispatch)
      view.focus()
    },
  }))
  const isPressed = isLinking || linkAt(state) !== undefined
  items.splice(marks.length, 0, { name: 'Link', keys: 'Mod-k', isPressed, isEnabled: true, run: onLink })
  return items
}

export function Toolbar(props: ToolbarProps) {
  return (
    <div className="rich-text-toolbar" role="toolbar" aria-label="Formatting" onKeyDown={moveFocus}>
      {itemsOf(props).map((item, index) => (
        <ToolbarButton key={item.name} item={item} isFirst={index === 0} />
      ))}
    </div>
  )
}

function ToolbarButton({
  item: { name, keys, isPressed, isEnabled, run },
  isFirst,
}: {
  item: ToolbarItem
  isFirst: boolean
}) {
  const Icon = ICONS[name]
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isPressed}
      aria-disabled={!isEnabled}
      aria-keyshortcuts={keys ? shortcutOf(keys) : undefined}
      title={keys ? `${name}  ${shortcutOf(keys)}` : name}
      tabIndex={isFirst ? 0 : -1}
      onMouseDown={keepFocus}
      onClick={run}
    >
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
    </button>
  )
}

/** The text keeps the focus, and a phone its keyboard. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** Keys as `aria-keyshortcuts` names them. */
const shortcutOf = (keys: string): string =>
  keys
    .split('-')
    .map(key =>
      key === 'Mod' ? (isApple ? 'Meta' : 'Control') : key.toUpperCase().length === 1 ? key.toUpperCase() : key,
    )
    .join('+')

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex(button => button.matches(':focus'))
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const forwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backwards = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const targets: Record<string, number> = { [forwards]: at + 1, [backwards]: at - 1, Home: 0, End: buttons.length - 1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  buttons.at(target % buttons.length)?.focus()
}
