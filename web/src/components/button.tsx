/** A button. While its action is pending, it keeps the focus, shows a spinner and ignores presses. */

import type { ReactNode } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'

interface Props {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  type?: 'button' | 'submit'
  pending?: boolean
  /** The accessible name, where the visible text is not unique, as in the rows of a list. */
  label?: string
  onPress?(): void
}

export function Button({ children, kind = 'plain', type = 'button', pending = false, label, onPress }: Props) {
  return (
    <Pressable className={`button ${kind}`} type={type} aria-label={label} onPress={pending ? undefined : onPress}>
      {pending ? <span className="spinner" role="img" aria-label="In progress:" /> : null}
      {children}
    </Pressable>
  )
}
