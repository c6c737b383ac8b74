/**
 * The dialog "Move to…": a project, one of its sections, and an end of it. Where the view on the screen groups by a field, its
 * groups too: the task gets the value of the chosen one.
 */
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useCache, useRecord, useResolved } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { viewFields } from '../../../data/views/fields.ts'
import { useAct } from '../../act.ts'
import { Button } from '../../button.tsx'
import { Segmented } from '../../control/segmented.tsx'
import { Dialog } from '../../dialog.tsx'
import { Icon } from '../../icon/icon.tsx'
import { ProjectIcon } from '../../icon/project_icon.tsx'
import { Picker } from '../../picker/picker.tsx'
import { useCandidates } from '../picker/candidates.tsx'
import { useSections } from '../picker/use_sections.ts'
import { placeTitle } from '../picker/words.ts'
import { type GroupPlace, groupsOf } from './groups.ts'
import { moveAll, type TaskList } from './places.ts'
import '../task.css'

export interface MoveDialogProps {
  tasks: readonly Gid[]
  /** The list in which the tasks are now. */
  list?: TaskList
  onClose(): void
}

type End = 'top' | 'bottom'

/** The chosen place, and the act that moves the tasks there. */
function useMove({ tasks, list, onClose }: MoveDialogProps) {
  const cache = useCache()
  const act = useAct()
  const [target, setTarget] = useState<TaskList | undefined>(list)
  const sections = useSections(target?.gid ?? null)
  const [first = ''] = tasks
  const [given, setChosen] = useState<Gid | null>(
    () => (list && (cache.records.get(`${list.gid}/${first}`)?.section as Gid | null)) ?? null,
  )
  const chosen = useResolved(given)
  const section = sections.some(({ gid }) => gid === chosen) ? chosen : (sections[0]?.gid ?? null)
  const [end, setEnd] = useState<End>('top')
  const move = () => {
    if (!target || !section) return
    const steps = moveAll(cache, tasks, target, { section, place: end })
    const name = sections.find(({ gid }) => gid === section)?.name ?? ''
    if (steps.length > 0) act({ title: placeTitle(name), steps })
    onClose()
  }
  const setProject = (gid: Gid) => {
    setTarget({ gid, kind: 'project' })
    setChosen(null)
  }
  return { target, setProject, sections, section, setChosen, end, setEnd, move }
}

/** The combobox of the project: it opens the picker of projects. */
function ProjectField({ target, onChange }: { target: TaskList | undefined; onChange(project: Gid): void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const project = useRecord(target?.kind === 'project' ? target.gid : null)
  const { options, search } = useCandidates('project')
  const name = target?.kind === 'my_tasks' ? 'My tasks' : String(project?.name ?? 'Choose a project')
  return (
    <div className="move-field">
      <span className="move-label" aria-hidden="true">
        Project
      </span>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        className="field-button move-project"
        aria-label="Project"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setOpen(true)
        }}
      >
        {project ? (
          <ProjectIcon icon={project.icon as string | null} color={project.color as string | null} size={20} />
        ) : null}
        <span className="task-text">{name}</span>
        <Icon of={ChevronDown} className="move-arrow" />
      </button>
      {isOpen ? (
        <Picker
          {...{ label: 'Project', anchor, options, search }}
          value={target?.gid ?? null}
          onChange={id => id && onChange(id)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

type Target = 'group' | 'section'

export function MoveDialog(props: MoveDialogProps) {
  const { records } = useCache()
  const [groups] = useState(() => groupsOf(props.tasks))
  const [target, setTarget] = useState<Target>(groups ? 'group' : 'section')
  const fields = viewFields(undefined, records.get)
  const field = groups && (fields.find(({ id }) => id === groups.field)?.label ?? records.get(groups.field)?.name)
  return (
    <Dialog title="Move to…" onClose={props.onClose}>
      {groups ? (
        <div>
          <Segmented
            label="Move by"
            options={[
              { id: 'group', label: String(field ?? 'Group') },
              { id: 'section', label: 'Section' },
            ]}
            value={target}
            onChange={setTarget}
          />
        </div>
      ) : null}
      {groups && target === 'group' ? (
        <GroupForm {...{ groups, field: String(field ?? 'Group') }} onClose={props.onClose} />
      ) : (
        <SectionForm {...props} />
      )}
    </Dialog>
  )
}

interface GroupFormProps {
  groups: NonNullable<ReturnType<typeof groupsOf>>
  /** What people call the field. */
  field: string
  onClose(): void
}

/** The groups of the view. Those that take none of the tasks say why. */
function GroupForm({ groups: { groups: shown, moved, refusal, regroup }, field, onClose }: GroupFormProps) {
  const [groups] = useState(shown)
  const [first] = moved
  const [chosen, setChosen] = useState(first?.from.gid)
  const name = useId()
  const refusalOf = (to: GroupPlace): string | null => {
    const reasons = moved.map(({ task, from }) => refusal(task, from, to))
    return reasons.includes(null) ? null : (reasons[0] ?? null)
  }
  const to = groups.find(({ gid }) => gid === chosen)
  const move = () => {
    const others = moved.filter(({ task, from }) => from.gid !== chosen && to && refusal(task, from, to) === null)
    if (to && others.length > 0) regroup(others, to)
    onClose()
  }
  return (
    <Form onMove={move} canMove={to !== undefined} onClose={onClose}>
      <div className="move-field">
        <span className="move-label" aria-hidden="true">
          {field}
        </span>
        <div className="move-sections" role="radiogroup" aria-label={field}>
          {groups.map(group => {
            const reason = refusalOf(group)
            return (
              <label key={group.gid} className="move-section">
                <input
                  type="radio"
                  name={name}
                  aria-label={group.label}
                  aria-describedby={reason === null ? undefined : `${name}${group.gid}`}
                  checked={group.gid === chosen}
                  disabled={reason !== null}
                  onChange={() => setChosen(group.gid)}
                />
                <span className="task-text">{group.label}</span>
                {reason === null ? null : (
                  <span id={`${name}${group.gid}`} className="move-reason">
                    {reason}
                  </span>
                )}
              </label>
            )
          })}
        </div>
      </div>
    </Form>
  )
}

interface FormProps {
  children: ReactNode
  canMove: boolean
  onMove(): void
  onClose(): void
}

const Form = ({ children, canMove, onMove, onClose }: FormProps) => (
  <form
    className="move-form"
    onSubmit={event => {
      event.preventDefault()
      onMove()
    }}
  >
    {children}
    <div className="form-end">
      <Button kind="primary" type="submit" isDisabled={!canMove}>
        Move
      </Button>
      <Button onPress={onClose}>Cancel</Button>
    </div>
  </form>
)

function SectionForm(props: MoveDialogProps) {
  const { target, setProject, sections, section, setChosen, end, setEnd, move } = useMove(props)
  const name = useId()
  return (
    <Form onMove={move} canMove={section !== null} onClose={props.onClose}>
      <ProjectField target={target} onChange={setProject} />
      <div className="move-field">
        <span className="move-label" aria-hidden="true">
          Section
        </span>
        <div className="move-sections" role="radiogroup" aria-label="Section">
          {sections.map(({ gid, name: label }) => (
            <label key={gid} className="move-section">
              <input type="radio" name={name} checked={gid === section} onChange={() => setChosen(gid)} />
              <span className="task-text">{label}</span>
            </label>
          ))}
        </div>
      </div>
      <div className="move-field">
        <span className="move-label" aria-hidden="true">
          Position
        </span>
        <Segmented
          label="Position"
          options={[
            { id: 'top', label: 'Top' },
            { id: 'bottom', label: 'Bottom' },
          ]}
          value={end}
          onChange={setEnd}
        />
      </div>
    </Form>
  )
}
