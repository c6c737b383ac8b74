/** Menus: actions, one of several, any of several, and pages of further entries. */
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'
import type { Placement } from 'react-aria-components/Popover'
import type { IconShape } from '../icon/icon.tsx'
import { lazily } from '../lazily.tsx'
import './overlay.css'

export interface MenuAction {
  id: string
  label: string
  icon?: IconShape
  /** The shortcut, such as `Mod+K`. */
  keys?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** A link instead of an action. */
  href?: string
  /** Entries of a page of its own, instead of an action. */
  groups?: readonly MenuGroup[]
  onAction?(): void
}

export interface MenuOption {
  id: string
  label: string
  /** A picture before the label, such as a coloured square. */
  picture?: ReactNode
}

/** Entries between two lines of a menu. */
export type MenuGroup =
  | { kind?: 'actions'; title?: string; actions: readonly MenuAction[] }
  | { kind: 'one'; title?: string; options: readonly MenuOption[]; value: string | null; onChange(id: string): void }
  | {
      kind: 'any'
      title?: string
      options: readonly MenuOption[]
      values: readonly string[]
      onChange(ids: readonly string[]): void
    }

export interface MenuProps {
  /** The name of the menu. */
  label: string
  anchor: RefObject<Element | null>
  groups: readonly MenuGroup[]
  placement?: Placement
  /** The entry that has the focus first. */
  focuses?: 'first' | 'last'
  onClose(): void
}

/** An open menu at an element, such as the context menu of a row. */
export const Menu = lazily<MenuProps>(async () => (await import('./open_menu.tsx')).OpenMenu)

interface MenuButtonProps {
  /** The accessible name of the button. */
  label: string
  groups: readonly MenuGroup[]
  /** The visible content: an icon, a text or both. */
  children: ReactNode
  className?: string
  placement?: Placement
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that opens a menu. The arrow keys open it too, at its first or last entry. */
export function MenuButton({
  label,
  groups,
  children,
  className = 'icon-button standard',
  placement,
  isDisabled,
  ref,
}: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'first' | 'last' | null>(null)
  const setButton = (button: HTMLButtonElement | null) => {
    anchor.current = button
    if (typeof ref === 'function') ref(button)
    else if (ref) ref.current = button
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    // Neither a toolbar nor a grid moves its focus by this key.
    event.preventDefault()
    event.stopPropagation()
    setOpened(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <>
      <Pressable
        ref={setButton}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        isDisabled={isDisabled}
        render={props => <button {...props} onKeyDownCapture={onKeyDownCapture} />}
        onPress={() => setOpened('first')}
      >
        {children}
      </Pressable>
      {opened ? (
        <Menu {...{ label, anchor, groups, placement }} focuses={opened} onClose={() => setOpened(null)} />
      ) : null}
    </>
  )
}
