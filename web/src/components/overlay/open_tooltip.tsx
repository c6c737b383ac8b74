/** An open tooltip at a control, with its shortcut. `tooltip.ts` loads and opens it. */
import { type RefObject, useMemo } from 'react'
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { formatKeys } from '../../text/keys.ts'
import './overlay.css'

const GAP_PX = 6

export interface TooltipProps {
  text: string
  /** The shortcut, such as `Mod+K`. */
  keys?: string
  anchor: RefObject<Element | null>
  onClose(): void
}

export function OpenTooltip({ text, keys, anchor, onClose }: TooltipProps) {
  // The control says when it is open, without the trigger of the library.
  const state = useMemo(() => ({ isOpen: true, shouldSkipAnimation: false, open: () => {}, close: onClose }), [onClose])
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip className="tooltip" offset={GAP_PX} isOpen triggerRef={anchor}>
        {text} {keys ? <kbd className="keys">{formatKeys(keys)}</kbd> : null}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
