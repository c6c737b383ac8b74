/** A link inside of the app: it opens without loading the page, and other ways of pressing a link stay those of the browser. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  to: string
  className?: string
  tabIndex?: number
  children: ReactNode
}

export function AppLink({ to, className = 'task-link', tabIndex, children }: Props) {
  const navigate = useNavigate()
  return (
    <a
      href={to}
      className={className}
      tabIndex={tabIndex}
      onClick={event => {
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ to })
      }}
    >
      {children}
    </a>
  )
}
