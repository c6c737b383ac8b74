/** How an object looks where its name stands: the picture before it, and soft words after it. */
import Flag from 'lucide-react/icons/flag'
import Folder from 'lucide-react/icons/folder'
import UsersShape from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { Gid, WorkRecord } from '../data/records.ts'
import { Avatar } from './display/avatar.tsx'
import { ColorSwatch } from './display/chip.tsx'
import { CompletionShape } from './icon/completion_mark.tsx'
import { Icon } from './icon/icon.tsx'
import { ProjectIcon } from './icon/project_icon.tsx'
import { markOf, photoOf } from './task/picker/pictures.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

const SIZE_PX = 20

/** The picture of a record; nothing for types without one. Decoration. */
export function pictureOf(record: WorkRecord, size = SIZE_PX): ReactNode {
  const { gid, name, resource_type: type } = record
  const color = textOf(record.color) ?? null
  switch (type) {
    case 'user':
      return <Avatar person={{ gid, name: String(name ?? ''), photo: photoOf(record) }} size={size} />
    case 'project':
      return <ProjectIcon icon={textOf(record.icon) ?? null} color={color} size={size} />
    case 'tag':
      return <ColorSwatch color={color} />
    case 'task':
      return <CompletionShape kind={markOf(record.resource_subtype)} isCompleted={record.completed === true} />
    case 'team':
      return <Icon of={UsersShape} />
    case 'portfolio':
      return <Icon of={Folder} />
    case 'goal':
      return <Icon of={Flag} />
    default:
      return null
  }
}

/** What distinguishes objects of one name: the address of a person, the project of a task, the team of a project. */
export function detailOf(record: WorkRecord, get: (gid: Gid) => WorkRecord | undefined): string | undefined {
  const nameOf = (gid: unknown) => (typeof gid === 'string' ? textOf(get(gid)?.name) : undefined)
  switch (record.resource_type) {
    case 'user':
      return textOf(record.email)
    case 'project':
      return nameOf(record.team)
    case 'task':
      return nameOf(((record.memberships ?? []) as readonly { project: Gid }[])[0]?.project)
    default:
      return undefined
  }
}
