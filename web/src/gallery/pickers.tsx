/** Pickers: one person, several tags, many tasks, people who are searched. */
import User from 'lucide-react/icons/user'
import { useState } from 'react'
import { Avatar } from '../components/display/avatar.tsx'
import { Chip, ColorSwatch } from '../components/display/chip.tsx'
import { Icon } from '../components/icon/icon.tsx'
import { PopupButton } from '../components/overlay/popup.tsx'
import type { PickerOption } from '../components/picker/option.ts'
import { Picker } from '../components/picker/picker.tsx'
import { manyTasks, people, tags } from './sample.ts'

const personOptions: readonly PickerOption[] = people.map(person => ({
  id: person.gid,
  label: person.name,
  detail: `${person.name.split(' ')[0]?.toLowerCase()}@example.com`,
  picture: <Avatar person={person} />,
}))

function Assignee() {
  const [value, setValue] = useState<string | null>(people[1]?.gid ?? null)
  const person = people.find(({ gid }) => gid === value)
  return (
    <PopupButton
      label={`Assignee: ${person?.name ?? 'none'}`}
      popup={place => (
        <Picker
          {...place}
          label="Assignee"
          options={personOptions}
          emptyLabel="Nobody"
          value={value}
          onChange={setValue}
        />
      )}
    >
      {person ? <Avatar person={person} /> : <Icon of={User} />}
      {person?.name ?? 'None'}
    </PopupButton>
  )
}

function Tags() {
  const [all, setAll] = useState(tags)
  const [values, setValues] = useState<readonly string[]>([])
  const create = (name: string) => {
    const gid = String(1400 + all.length)
    setAll([...all, { gid, name, color: null }])
    setValues([...values, gid])
  }
  const selected = all.filter(({ gid }) => values.includes(gid))
  const options = all.map(({ gid, name, color }) => ({ id: gid, label: name, picture: <ColorSwatch color={color} /> }))
  return (
    <PopupButton
      label={`Tags: ${selected.map(({ name }) => name).join(', ') || 'none'}`}
      popup={place => (
        <Picker
          {...place}
          label="Tags"
          selection="many"
          options={options}
          emptyLabel="None"
          values={values}
          onChange={setValues}
          onCreate={create}
        />
      )}
    >
      {selected.length === 0 ? 'None' : null}
      {selected.map(({ gid, name, color }) => (
        <Chip key={gid} color={color}>
          {name}
        </Chip>
      ))}
    </PopupButton>
  )
}

const SEARCH_DELAY_MS = 50

async function searchPeople(text: string): Promise<readonly PickerOption[]> {
  await new Promise(resolve => setTimeout(resolve, SEARCH_DELAY_MS))
  return personOptions.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
}

function Follower() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <PopupButton
      label={`Follower: ${people.find(({ gid }) => gid === value)?.name ?? 'none'}`}
      popup={place => (
        <Picker {...place} label="Follower" options={[]} search={searchPeople} value={value} onChange={setValue} />
      )}
    >
      Follower
    </PopupButton>
  )
}

const taskOptions = manyTasks.map(({ gid, name }) => ({ id: gid, label: name }))

function BlockedBy() {
  const [values, setValues] = useState<readonly string[]>([])
  return (
    <PopupButton
      label={`Blocked by: ${values.length} tasks`}
      popup={place => (
        <Picker
          {...place}
          label="Blocked by"
          selection="many"
          options={taskOptions}
          values={values}
          onChange={setValues}
        />
      )}
    >
      {values.length} tasks
    </PopupButton>
  )
}

export function PickersPage() {
  return (
    <div className="gallery-fields">
      <Assignee />
      <Tags />
      <Follower />
      <BlockedBy />
    </div>
  )
}
