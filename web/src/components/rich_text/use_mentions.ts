/** What texts can mention, and where their links lead. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { personPath, projectPath, tagPath, withPane } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import type { MentionCandidate } from './editor/trigger.ts'

const COUNT = 6

type MentionType = 'user' | 'task' | 'project' | 'tag'

const PATHS: Readonly<Record<Exclude<MentionType, 'task'>, (workspace: Gid, gid: Gid) => string>> = {
  user: personPath,
  project: projectPath,
  tag: tagPath,
}

interface Found {
  readonly gid: Gid
  readonly name: string
  readonly email?: string
}

/** Finds what the person can mention, and opens what a text mentions. */
export function useMentions() {
  const { workspace, records } = useCache()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const finders = useMemo(() => {
    const find = async (type: MentionType, query: string): Promise<MentionCandidate[]> => {
      const fields = type === 'user' ? 'name,email' : 'name'
      const path = `/api/1.0/workspaces/${workspace}/typeahead?resource_type=${type}&count=${COUNT}&opt_fields=${fields}`
      const found = await call<Found[]>('GET', `${path}&query=${encodeURIComponent(query)}`)
      const hint = (one: Found) => (type === 'user' ? one.email : WORDS[type])
      return found.map(one => ({ gid: one.gid, name: one.name, type, hint: hint(one) }))
    }
    return {
      findPeople: (query: string) => find('user', query),
      findAll: async (query: string) => {
        const types: readonly MentionType[] = query ? ['user', 'task', 'project', 'tag'] : ['user']
        const found = await Promise.all(types.map(type => find(type, query).catch(() => [])))
        return found.flat()
      },
    }
  }, [workspace])
  const open = useCallback(
    (href: string, gid: string | undefined) => {
      const type = (gid && records.get(gid)?.resource_type) ?? typeIn(href)
      const isOwn = new URL(href, location.href).origin === location.origin
      if (gid && type === 'task') void navigate({ to: withPane(pathname, gid) })
      else if (gid && type && type in PATHS) void navigate({ to: PATHS[type as keyof typeof PATHS](workspace, gid) })
      else if (isOwn) void navigate({ to: new URL(href, location.href).pathname })
      else window.open(href, '_blank', 'noopener,noreferrer')
    },
    [navigate, pathname, records, workspace],
  )
  return { ...finders, open }
}

const WORDS: Readonly<Record<Exclude<MentionType, 'user'>, string>> = { task: 'Task', project: 'Project', tag: 'Tag' }

/** The type of the object at an address of this app. */
const typeIn = (href: string): string | undefined => /\/(task|project|tag)\/\d+(?:[/?#]|$)/.exec(href)?.[1]
