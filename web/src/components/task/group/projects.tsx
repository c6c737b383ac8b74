/** The projects of a task, each with its section. */
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { projectPath } from '../../../data/addresses.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { setProject } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { Icon } from '../../icon/icon.tsx'
import { ProjectIcon } from '../../icon/project_icon.tsx'
import { PopupButton } from '../../overlay/popup.tsx'
import { ProjectPicker, SectionPicker } from '../picker/pickers.ts'
import { AppLink } from './app_link.tsx'
import '../task.css'

interface Props {
  task: Gid
  isReadOnly?: boolean
}

/** The limit of the server. */
const MAX_PROJECTS = 20

function Membership({ task, project, section, isReadOnly }: Props & { project: Gid; section: Gid | null }) {
  const cache = useCache()
  const act = useAct()
  const record = useRecord(project)
  const name = String(record?.name ?? 'Private')
  const sectionName = String(useRecord(section)?.name ?? 'none')
  const remove = () => act({ title: `Removed from ${name}`, steps: [setProject(cache, task, project, null, false)] })
  return (
    <li className="task-item">
      <ProjectIcon icon={record?.icon as string | null} color={record?.color as string | null} size={20} />
      <AppLink to={projectPath(cache.workspace, project)}>{name}</AppLink>
      {isReadOnly ? (
        <span className="task-section">{sectionName}</span>
      ) : (
        <>
          <PopupButton
            label={`Section of ${name}: ${sectionName}`}
            className="task-section"
            popup={place => <SectionPicker {...place} tasks={[task]} list={{ gid: project, kind: 'project' }} />}
          >
            {sectionName}
          </PopupButton>
          <button type="button" className="icon-button small" aria-label={`Remove from ${name}`} onClick={remove}>
            <Icon of={X} size={14} />
          </button>
        </>
      )}
    </li>
  )
}

export function ProjectsGroup({ task, isReadOnly }: Props) {
  const memberships = (useRecord(task)?.memberships ?? []) as readonly { project: Gid; section: Gid | null }[]
  return (
    <fieldset className="task-group" aria-label="Projects">
      {memberships.length > 0 ? (
        <ul className="task-items">
          {memberships.map(membership => (
            <Membership key={membership.project} {...{ task, isReadOnly }} {...membership} />
          ))}
        </ul>
      ) : null}
      {isReadOnly || memberships.length >= MAX_PROJECTS ? null : (
        <PopupButton
          label="Add to project"
          className="task-add"
          popup={place => <ProjectPicker {...place} tasks={[task]} />}
        >
          <Icon of={Plus} size={14} />
          Add to project
        </PopupButton>
      )}
    </fieldset>
  )
}
