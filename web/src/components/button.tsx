/** A button. While its action is pending, it keeps the focus, shows a spinner and ignores presses. */

import type { ReactNode, Ref } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'
import { ariaKeys } from '../text/keys.ts'
import { Icon, type IconShape } from './icon/icon.tsx'

interface Props {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger' | 'quiet' | 'ghost'
  /** `small` in toolbars and panes. */
  size?: 'standard' | 'small'
  type?: 'button' | 'submit'
  icon?: IconShape
  /** The shortcut, such as `Mod+K`. */
  keys?: string
  pending?: boolean
  isDisabled?: boolean
  /** For toggle buttons. */
  isPressed?: boolean
  /** The accessible name, where the visible text is not unique, as in the rows of a list. */
  label?: string
  ref?: Ref<HTMLButtonElement>
  onPress?(): void
}

export function Button({
  children,
  kind = 'plain',
  size = 'standard',
  type = 'button',
  icon,
  keys,
  pending = false,
  isDisabled,
  isPressed,
  label,
  ref,
  onPress,
}: Props) {
  return (
    <Pressable
      ref={ref}
      className={`button ${kind} ${size}`}
      type={type}
      isDisabled={isDisabled}
      aria-label={label}
      aria-pressed={isPressed}
      render={props => <button {...props} aria-keyshortcuts={ariaKeys(keys)} />}
      onPress={pending ? undefined : onPress}
    >
      {pending ? <span className="spinner" role="img" aria-label="In progress:" /> : null}
      {icon && !pending ? <Icon of={icon} /> : null}
      {children}
    </Pressable>
  )
}
