/** Opening tasks in the pane next to the list. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { paneOf, withPane } from '../../data/addresses.ts'
import type { Gid } from '../../data/records.ts'
import { isFollowing, setFollowing } from '../following.ts'

/** The task in the pane, how to open one, and how the pane follows the focus. */
export function useOpen() {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const latest = useRef({ pathname, searchStr })
  latest.current = { pathname, searchStr }
  const opened = paneOf(pathname)
  useEffect(() => {
    if (!opened) setFollowing(false)
  }, [opened])
  const open = useCallback(
    (task: Gid, replace = false) => {
      const { pathname: path, searchStr: query } = latest.current
      void navigate({ href: withPane(path, task) + query, replace })
    },
    [navigate],
  )
  return {
    opened,
    open,
    /** Opens a task, and then each one that gets the focus. */
    peek: (task: Gid) => {
      setFollowing(true)
      open(task)
    },
    /** The focus moved to a task. */
    follow: (task: Gid) => {
      if (isFollowing() && paneOf(latest.current.pathname) !== task) open(task, true)
    },
  }
}
