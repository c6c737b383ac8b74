/** The sections of a project: new ones, their names, their order, and their deletion. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { DeleteSection } from '../../../components/task_list/dialogs.ts'
import { shownName } from '../../../components/task_list/types.ts'
import { useListActs } from '../../../components/task_list/use_list_acts.ts'
import { useCache, useLoadedList } from '../../../data/hooks.ts'
import type { Section } from '../../../data/lists.ts'
import type { Gid } from '../../../data/records.ts'
import { NameInput, NewName } from './name_inputs.tsx'

export function Sections({ project }: { project: Gid }) {
  const cache = useCache()
  const { sections } = useLoadedList(project, cache.loaded(project) ?? 'incomplete')
  const acts = useListActs({ list: project, kind: 'project', editing: null, edit: () => {} })
  const [deleted, setDeleted] = useState<Gid>()
  return (
    <section className="customize-part">
      <h3>Sections</h3>
      <ul className="customize-list" aria-label="Sections">
        {sections.map((section, index) => (
          <SectionRow
            key={section.gid}
            section={section}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            rename={name => acts.rename(section.gid, name)}
            move={to => acts.moveSection(section.gid, to)}
            remove={() => setDeleted(section.gid)}
          />
        ))}
      </ul>
      <NewName label="New section" submit="Add section" add={name => acts.addSection(name, null)} />
      {deleted ? (
        <DeleteSection
          list={project}
          section={deleted}
          run={to => acts.deleteSection(deleted, to)}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </section>
  )
}

interface SectionRowProps {
  section: Section
  isFirst: boolean
  isLast: boolean
  rename(name: string): void
  move(to: 'up' | 'down'): void
  remove(): void
}

function SectionRow({ section, isFirst, isLast, rename, move, remove }: SectionRowProps) {
  const name = shownName(section.name, 'Untitled section')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  return (
    <li className="field-option" data-gid={section.gid}>
      <NameInput name={section.name} shownName={name} rename={rename} onKeyDown={onKeyDown} />
      <span className="customize-acts">
        <IconButton
          icon={ChevronUp}
          size="small"
          label={`Move ${name} up`}
          isDisabled={isFirst}
          onPress={() => move('up')}
        />
        <IconButton
          icon={ChevronDown}
          size="small"
          label={`Move ${name} down`}
          isDisabled={isLast}
          onPress={() => move('down')}
        />
        <IconButton icon={X} size="small" label={`Delete ${name}`} isDisabled={isFirst && isLast} onPress={remove} />
      </span>
    </li>
  )
}
