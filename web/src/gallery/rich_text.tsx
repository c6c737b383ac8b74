/** Rich text: address parameters select the text, the profile, or a conflict. */
import { useRef, useState } from 'react'
import { TextConflict } from '../components/rich_text/conflict.tsx'
import type { RichTextHandle } from '../components/rich_text/editor_props.ts'
import { mergeTexts } from '../components/rich_text/merge.ts'
import { RichTextEditor } from '../components/rich_text/rich_text_editor.tsx'
import type { RichTextProfile } from '../components/rich_text/schema.ts'
import { RichText } from '../components/rich_text/text.tsx'
import { parseInBrowser } from '../components/rich_text/xml.ts'

const PEOPLE = ['Ada Lovelace', 'Ben Stone', 'Ángel Ruiz', 'עדה לוי', 'Zoë 🦊'].map((name, index) => ({
  gid: String(index + 11),
  name,
  type: 'user',
  href: `https://workloom.test/0/${index + 11}`,
  hint: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
}))

const findPeople = async (query: string) =>
  PEOPLE.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))

const address = new URLSearchParams(location.search)
const given = (name: string) => address.get(name) ?? ''

function Field({ profile }: { profile: RichTextProfile }) {
  const [value, setValue] = useState(given('value'))
  const [shown, setShown] = useState(given('value'))
  const [events, setEvents] = useState<string[]>([])
  const handle = useRef<RichTextHandle>(null)
  const record = (event: string) => setEvents(before => [...before, event])
  return (
    <>
      <RichTextEditor
        ref={handle}
        label={profile === 'full' ? 'Description' : 'Comment'}
        value={value}
        profile={profile}
        placeholder={profile === 'full' ? 'What is this task about?' : 'Write a comment'}
        onChange={(canonical, getShown) => {
          setValue(canonical)
          setShown(getShown())
        }}
        onSubmit={profile === 'limited' ? text => record(`submit ${text}`) : undefined}
        onFocus={() => record('focus')}
        onBlur={text => record(`blur ${text}`)}
        onEscape={() => record('escape')}
        onMention={findPeople}
        onSubtask={name => record(`subtask ${name}`)}
        onFiles={files => record(`files ${files.map(({ name }) => name)}`)}
      />
      <button type="button" onClick={() => setValue('<body>From elsewhere</body>')}>
        Replace from outside
      </button>
      <button type="button" onClick={() => handle.current?.setValue('<body></body>')}>
        Empty
      </button>
      <p className="fixed" data-testid="value">
        {value}
      </p>
      <p className="fixed" data-testid="events">
        {events.join('\n')}
      </p>
      <h2>Read</h2>
      <RichText value={shown} />
    </>
  )
}

function Conflict() {
  const [chosen, setChosen] = useState('')
  const merge = mergeTexts(given('base'), given('mine'), given('theirs'), parseInBrowser)
  if (!merge.conflict)
    return (
      <p className="fixed" data-testid="value">
        {merge.text}
      </p>
    )
  return (
    <>
      <TextConflict {...merge.conflict} editor="Ben" onChoose={setChosen} />
      <p className="fixed" data-testid="value">
        {chosen}
      </p>
    </>
  )
}

export function RichTextPage() {
  if (address.has('base')) return <Conflict />
  return (
    <div dir={given('dir') || undefined}>
      <Field profile={given('profile') === 'limited' ? 'limited' : 'full'} />
    </div>
  )
}
