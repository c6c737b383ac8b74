/** The menu of a project in the sidebar: what its header has, where the project is not on the screen. */
import Star from 'lucide-react/icons/star'
import { type RefObject, useRef, useState } from 'react'
import { Menu } from '../../components/overlay/menu.tsx'
import { useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { type OpenProjectDialog, ProjectDialogs, useProjectActions } from './project_menu.tsx'
import { useFavorite } from './use_favorite.ts'
import { type Project, useProject } from './use_project.ts'

export interface ProjectLinkMenuProps {
  gid: Gid
  anchor: RefObject<Element | null>
  onClose(): void
}

/** The menu opens once it is known what the person may do. */
export function ProjectLinkMenu(props: ProjectLinkMenuProps) {
  const project = useProject(props.gid)
  const level = useRecord(`access/${props.gid}`)?.level
  return project && level ? <OpenMenu {...props} project={project} level={String(level)} /> : null
}

function OpenMenu({
  gid,
  anchor,
  project,
  level,
  onClose,
}: ProjectLinkMenuProps & { project: Project; level: string }) {
  const [dialog, setDialog] = useState<OpenProjectDialog>(null)
  const wanted = useRef<OpenProjectDialog>(null)
  const { isFavorite, toggle } = useFavorite(gid)
  const groups = useProjectActions(
    { project, canEdit: level === 'edit' || level === 'admin', isAdmin: level === 'admin' },
    next => {
      wanted.current = next
      setDialog(next)
    },
  )
  // An action that opens a dialog closes the menu only.
  const close = () => queueMicrotask(() => wanted.current === null && onClose())
  if (dialog) return <ProjectDialogs project={project} dialog={dialog} onClose={onClose} />
  const favorite = {
    ...{ id: 'favorite', icon: Star, label: isFavorite ? 'Remove from favorites' : 'Add to favorites' },
    onAction: () => void toggle(),
  }
  const all = [{ actions: [favorite] }, ...groups]
  return <Menu label={`Project: ${project.title}`} anchor={anchor} groups={all} onClose={close} />
}
