/** The header of a project: icon, name, star, status, members and actions. */
import Sliders from 'lucide-react/icons/sliders-horizontal'
import Star from 'lucide-react/icons/star'
import UserPlus from 'lucide-react/icons/user-plus'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/control/icon_button.tsx'
import { AvatarStack } from '../../components/display/avatar.tsx'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { useOfferCustomizing } from '../../components/task/field/field_customizing.ts'
import { InlineText } from '../../components/task_list/inline_text.tsx'
import { useCache, useComputed, useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { setMembers } from '../../data/tasks.ts'
import { ProjectMenu } from './project_menu.tsx'
import { StatusButton } from './updates/status_button.tsx'
import { useFavorite } from './use_favorite.ts'
import type { Project } from './use_project.ts'

// The dialogs are loaded when they are opened.
const Share = lazy(() => import('./share/share.tsx').then(module => ({ default: module.Share })))
const Customize = lazy(() => import('./customize/customize.tsx').then(module => ({ default: module.Customize })))

/** The name, which a press turns into a field. */
function ProjectName({ project, canEdit }: { project: Project; canEdit: boolean }) {
  const cache = useCache()
  const act = useAct()
  const [isEditing, setEditing] = useState(false)
  const rename = (name: string) =>
    act({ title: 'Project renamed', steps: [setMembers(cache, project.gid, { name })] }, { isQuiet: true })
  if (!canEdit) {
    return (
      <h1 className="project-name" tabIndex={-1}>
        <span className="project-name-text" title={project.title}>
          {project.title}
        </span>
      </h1>
    )
  }
  return (
    <>
      <h1 className={isEditing ? 'visually-hidden' : 'project-name'} tabIndex={-1}>
        {isEditing ? (
          project.title
        ) : (
          <button type="button" className="project-name-button" title="Rename" onClick={() => setEditing(true)}>
            {project.title}
          </button>
        )}
      </h1>
      {isEditing ? (
        <InlineText
          label="Project name"
          initial={String(project.name ?? '')}
          opener=".project-name-button"
          onCommit={rename}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

function FavoriteButton({ gid }: { gid: string }) {
  const { isFavorite, toggle } = useFavorite(gid)
  return (
    <span className="favorite" data-on={isFavorite ? '' : undefined}>
      <IconButton
        icon={Star}
        size="small"
        label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
        onPress={() => void toggle()}
      />
    </span>
  )
}

function Members({ project: { members = [] } }: { project: Project }) {
  const { records } = useCache()
  const people = useComputed(
    () =>
      members.flatMap(gid => {
        const record = records.get(gid)
        const photo = record?.photo as { image_36x36?: string } | null | undefined
        return record ? [{ gid, name: String(record.name ?? 'Private'), photo: photo?.image_36x36 ?? null }] : []
      }),
    gid => members.includes(gid),
    members,
  )
  return <AvatarStack people={people} />
}

const ACCESS_NOTES: Readonly<Record<string, string>> = { view: 'View only', comment: 'Comment only' }

export function ProjectHeader({ project }: { project: Project }) {
  const level = useRecord(`access/${project.gid}`)?.level as string | undefined
  const canEdit = level === 'edit' || level === 'admin'
  const note = level && ACCESS_NOTES[level]
  return (
    <header className="project-header">
      <ProjectIcon icon={project.icon ?? null} color={project.color ?? null} size={24} />
      <ProjectName project={project} canEdit={canEdit} />
      <FavoriteButton gid={project.gid} />
      <ProjectMenu project={project} canEdit={canEdit} isAdmin={level === 'admin'} />
      <div className="project-header-tools">
        <StatusButton project={project} canEdit={canEdit} />
        {project.archived ? <span className="project-note">Archived</span> : null}
        {note ? <span className="project-note">{note}</span> : null}
        <span className="project-header-space" />
        <Members project={project} />
        <Dialogs project={project} access={level ?? 'view'} />
      </div>
    </header>
  )
}

/**
 * Whether a person with this access may do what a project can reserve for its admins. A minimum that is not known is that
 * of editors.
 */
const mayManage = (access: string, minimum: unknown): boolean =>
  access === 'admin' || (access === 'edit' && minimum !== 'admin')

/** Everybody can see who has access; only those who may do so customize. */
function Dialogs({ project, access }: { project: Project; access: string }) {
  const [open, setOpen] = useState<'share' | 'customize'>()
  const [field, setField] = useState<Gid>()
  const close = () => {
    setOpen(undefined)
    setField(undefined)
  }
  const canCustomize = mayManage(access, project.minimum_access_level_for_customization)
  const editField = useCallback((edited: Gid) => {
    setField(edited)
    setOpen('customize')
  }, [])
  useOfferCustomizing(canCustomize, project.fields, editField)
  return (
    <>
      <Button size="small" icon={UserPlus} onPress={() => setOpen('share')}>
        Share
      </Button>
      {canCustomize ? (
        <Button size="small" icon={Sliders} onPress={() => setOpen('customize')}>
          Customize
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {open === 'share' ? (
          <Share
            project={project}
            canShare={mayManage(access, project.minimum_access_level_for_sharing)}
            isAdmin={access === 'admin'}
            onClose={close}
          />
        ) : null}
        {open === 'customize' ? <Customize project={project} field={field} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
