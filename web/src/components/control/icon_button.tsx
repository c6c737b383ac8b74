/** A square button with an icon, whose name is shown as a tooltip. */
import { type Ref, useRef } from 'react'
import { Button as Pressable } from 'react-aria-components/Button'
import { ariaKeys } from '../../text/keys.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { Tooltip, useTooltip } from '../overlay/tooltip.ts'
import './control.css'

interface Props {
  icon: IconShape
  /** The accessible name and the tooltip. */
  label: string
  /** The shortcut, such as `Mod+K`. */
  keys?: string
  size?: 'standard' | 'small'
  isDisabled?: boolean
  /** For toggle buttons, such as "Bold". */
  isPressed?: boolean
  ref?: Ref<HTMLButtonElement>
  onPress?(): void
}

export function IconButton({ icon, label, keys, size = 'standard', isDisabled, isPressed, ref, onPress }: Props) {
  const anchor = useRef<HTMLButtonElement>(null)
  const { isOpen, close, handlers } = useTooltip(anchor)
  const setButton = (button: HTMLButtonElement | null) => {
    anchor.current = button
    if (typeof ref === 'function') ref(button)
    else if (ref) ref.current = button
  }
  return (
    <>
      <Pressable
        ref={setButton}
        className={`icon-button ${size}`}
        aria-label={label}
        aria-pressed={isPressed}
        isDisabled={isDisabled}
        render={props => <button {...props} aria-keyshortcuts={ariaKeys(keys)} />}
        onPress={onPress}
        {...handlers}
      >
        <Icon of={icon} />
      </Pressable>
      {isOpen && !isDisabled ? <Tooltip text={label} keys={keys} anchor={anchor} onClose={close} /> : null}
    </>
  )
}
