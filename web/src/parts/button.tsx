/** A button. While its work is under way it keeps the focus and says so. */

import type { ReactNode } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'

interface Props {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  type?: 'button' | 'submit'
  pending?: boolean
  disabled?: boolean
  /** What it is called where its own words are not enough, as in a list of many. */
  label?: string
  onPress?(): void
}

export function Button({
  children,
  kind = 'plain',
  type = 'button',
  pending = false,
  disabled,
  label,
  onPress,
}: Props) {
  return (
    <Pressable
      className={`button ${kind}`}
      type={type}
      isPending={pending}
      isDisabled={disabled}
      aria-label={label}
      onPress={onPress}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : null}
      {children}
    </Pressable>
  )
}
