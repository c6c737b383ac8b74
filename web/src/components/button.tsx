/** A button. While its work is under way it keeps the focus, says so, and takes no second press. */

import type { ReactNode } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'

interface Props {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  type?: 'button' | 'submit'
  pending?: boolean
  /** What it is called where its own words are not enough, as in a list of many. */
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
