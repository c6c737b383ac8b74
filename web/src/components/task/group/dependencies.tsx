/** The tasks that block a task, and those that it blocks. The server reports cycles and limits, and the change is taken back. */

import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { taskPath } from '../../../data/addresses.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { setRelation } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { CompletionShape } from '../../icon/completion_mark.tsx'
import { Icon } from '../../icon/icon.tsx'
import { PopupButton } from '../../overlay/popup.tsx'
import { DEPENDENCY_WORDS, DependencyPicker } from '../picker/pickers.ts'
import { markOf } from '../picker/pictures.ts'
import { AppLink } from './app_link.tsx'
import '../task.css'

interface Props {
  task: Gid
  isReadOnly?: boolean
}

type Relation = keyof typeof DEPENDENCY_WORDS

const ADD_WORDS: Readonly<Record<Relation, string>> = { dependencies: 'Add blocked by', dependents: 'Add blocking' }

function Other({ task, relation, other, isReadOnly }: Props & { relation: Relation; other: Gid }) {
  const cache = useCache()
  const act = useAct()
  const record = useRecord(other)
  const name = String(record?.name ?? 'Private')
  const remove = () => act({ title: 'Dependency removed', steps: [setRelation(cache, task, relation, other, false)] })
  return (
    <li className="task-item">
      <CompletionShape kind={markOf(record?.resource_subtype)} isCompleted={record?.completed === true} />
      <AppLink to={taskPath(cache.workspace, other)}>{name}</AppLink>
      {isReadOnly ? null : (
        <button type="button" className="icon-button small" aria-label={`Remove ${name}`} onClick={remove}>
          <Icon of={X} size={14} />
        </button>
      )}
    </li>
  )
}

function Relations({ task, relation, isReadOnly }: Props & { relation: Relation }) {
  const others = (useRecord(task)?.[relation] ?? []) as readonly Gid[]
  if (isReadOnly && others.length === 0) return null
  return (
    <div className="task-relation">
      {others.length > 0 ? (
        <>
          <p className="task-relation-title" aria-hidden="true">
            {DEPENDENCY_WORDS[relation]}
          </p>
          <ul className="task-items" aria-label={DEPENDENCY_WORDS[relation]}>
            {others.map(other => (
              <Other key={other} {...{ task, relation, other, isReadOnly }} />
            ))}
          </ul>
        </>
      ) : null}
      {isReadOnly ? null : (
        <PopupButton
          label={ADD_WORDS[relation]}
          className="task-add"
          popup={place => <DependencyPicker {...place} tasks={[task]} relation={relation} />}
        >
          <Icon of={Plus} size={14} />
          {DEPENDENCY_WORDS[relation]}
        </PopupButton>
      )}
    </div>
  )
}

export function DependenciesGroup({ task, isReadOnly }: Props) {
  return (
    <fieldset className="task-group" aria-label="Dependencies">
      <Relations {...{ task, isReadOnly }} relation="dependencies" />
      <Relations {...{ task, isReadOnly }} relation="dependents" />
    </fieldset>
  )
}
