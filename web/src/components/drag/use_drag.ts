/** Dragging inside a React component. */
import { type RefObject, useEffect, useRef } from 'react'
import { createDrag, type DragOptions } from './drag.ts'
import './drag.css'

/** Makes elements of the container draggable while the component is mounted. */
export function useDrag(container: RefObject<HTMLElement | null>, options: DragOptions): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (container.current) return createDrag(container.current, () => latest.current)
  }, [container])
}
