/** The title of a part of the task: one level below the title of the pane or the page. */
import { createContext, type ReactNode, useContext } from 'react'

export const PartLevel = createContext<'h2' | 'h3'>('h3')

export function PartTitle({ children, isHidden = false }: { children: ReactNode; isHidden?: boolean }) {
  const Heading = useContext(PartLevel)
  return <Heading className={isHidden ? 'visually-hidden' : 'task-part-title'}>{children}</Heading>
}
