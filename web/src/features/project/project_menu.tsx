/** The actions of a project. */

import { useNavigate } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileDown from 'lucide-react/icons/file-down'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Link from 'lucide-react/icons/link'
import Palette from 'lucide-react/icons/palette'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import Zap from 'lucide-react/icons/zap'
import { useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Icon } from '../../components/icon/icon.tsx'
import { lazily } from '../../components/lazily.tsx'
import { MenuButton, type MenuGroup } from '../../components/overlay/menu.tsx'
import { useCopyLinks } from '../../components/use_copy_links.ts'
import { homePath, projectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { deleteProject } from '../../data/projects.ts'
import { setMembers } from '../../data/tasks.ts'
import type { CopyProjectProps } from './copy_project.tsx'
import type { EditDetailsProps } from './edit_details.tsx'
import { exportProject } from './export.ts'
import type { LookProps } from './look.tsx'
import type { RulesDialogProps } from './rules/rules_dialog.tsx'
import type { Project } from './use_project.ts'

// The dialogs are loaded after the screen.
const CopyProject = lazily<CopyProjectProps>(async () => (await import('./copy_project.tsx')).CopyProject)
const EditDetails = lazily<EditDetailsProps>(async () => (await import('./edit_details.tsx')).EditDetails)
const Look = lazily<LookProps>(async () => (await import('./look.tsx')).Look)
const RulesDialog = lazily<RulesDialogProps>(async () => (await import('./rules/rules_dialog.tsx')).RulesDialog)

interface Props {
  project: Project
  canEdit: boolean
  isAdmin: boolean
}

export type OpenProjectDialog = 'details' | 'look' | 'rules' | 'duplicate' | 'template' | null

/** The actions of a project that the person may perform. */
export function useProjectActions(
  { project, canEdit, isAdmin }: Props,
  open: (dialog: OpenProjectDialog) => void,
): readonly MenuGroup[] {
  const cache = useCache()
  const act = useAct()
  const copyLinks = useCopyLinks()
  const navigate = useNavigate()
  const { gid, archived = false } = project
  const archive = () =>
    act({
      title: archived ? `${project.title} restored` : 'Project archived',
      steps: [setMembers(cache, gid, { archived: !archived })],
    })
  const remove = () => {
    act({ title: 'Moved to trash', steps: [deleteProject(cache, gid)] })
    if (location.pathname.startsWith(projectPath(cache.workspace, gid)))
      void navigate({ to: homePath(cache.workspace) })
  }
  const editing = [
    { id: 'details', label: 'Edit details', icon: Pencil, onAction: () => open('details') },
    { id: 'look', label: 'Colour and icon', icon: Palette, onAction: () => open('look') },
    { id: 'rules', label: 'Rules', icon: Zap, onAction: () => open('rules') },
  ]
  return [
    {
      actions: [
        ...(canEdit ? editing : []),
        { id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => open('duplicate') },
        { id: 'template', label: 'Save as template', icon: LayoutTemplate, onAction: () => open('template') },
        { id: 'export', label: 'Export CSV', icon: FileDown, onAction: () => void exportProject(cache, project) },
        { id: 'link', label: 'Copy link', icon: Link, onAction: () => copyLinks([projectPath(cache.workspace, gid)]) },
      ],
    },
    {
      actions: [
        ...(canEdit
          ? [
              {
                ...{ id: 'archive', label: archived ? 'Unarchive' : 'Archive', onAction: archive },
                icon: archived ? ArchiveRestore : Archive,
              },
            ]
          : []),
        ...(isAdmin ? [{ id: 'delete', label: 'Delete', icon: Trash, isDanger: true, onAction: remove }] : []),
      ],
    },
  ].filter(({ actions }) => actions.length > 0)
}

export function ProjectMenu(props: Props) {
  const [dialog, setDialog] = useState<OpenProjectDialog>(null)
  const groups = useProjectActions(props, setDialog)
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton label="Project actions" groups={groups} className="icon-button small">
        <Icon of={Ellipsis} />
      </MenuButton>
      <ProjectDialogs project={props.project} dialog={dialog} onClose={close} />
    </>
  )
}

interface DialogsProps {
  project: Project
  dialog: OpenProjectDialog
  onClose(): void
}

/** The dialog that an action of a project opened. */
export function ProjectDialogs({ project, dialog, onClose }: DialogsProps) {
  switch (dialog) {
    case null:
      return null
    case 'details':
      return <EditDetails project={project} onClose={onClose} />
    case 'look':
      return <Look project={project} onClose={onClose} />
    case 'rules':
      return <RulesDialog project={project} onClose={onClose} />
    default:
      return <CopyProject project={project} as={dialog} onClose={onClose} />
  }
}
