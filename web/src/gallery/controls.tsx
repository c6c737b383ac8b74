/** Buttons, menus, switches and segmented choices. */
import Archive from 'lucide-react/icons/archive'
import Calendar from 'lucide-react/icons/calendar'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { IconButton } from '../components/control/icon_button.tsx'
import { Segmented } from '../components/control/segmented.tsx'
import { Switch } from '../components/control/switch.tsx'
import { ColorSwatch } from '../components/display/chip.tsx'
import { Icon } from '../components/icon/icon.tsx'
import { Menu, MenuButton, type MenuGroup } from '../components/overlay/menu.tsx'

function Buttons() {
  const [isStarred, setStarred] = useState(false)
  return (
    <>
      <div className="gallery-row">
        <Button kind="primary">Create project</Button>
        <Button>Cancel</Button>
        <Button kind="danger">Delete</Button>
        <Button kind="quiet">Learn more</Button>
        <Button kind="ghost">Show</Button>
        <Button pending>Saving</Button>
        <Button isDisabled>Disabled</Button>
      </div>
      <div className="gallery-row" role="toolbar" aria-label="View options">
        <Button size="small" kind="primary" icon={Plus} keys="N">
          Add task
        </Button>
        <Button size="small" kind="ghost" icon={List}>
          List
        </Button>
        <Button size="small" isPressed={isStarred} onPress={() => setStarred(!isStarred)}>
          Mine
        </Button>
        <IconButton icon={Star} label="Add to favorites" keys="Mod+Shift+F" />
        <IconButton icon={Copy} label="Copy link" isPressed />
        <IconButton icon={Trash} label="Delete task" isDisabled />
      </div>
    </>
  )
}

const priorities = ['high', 'low'] as const
const colors = { high: 'red', low: 'blue' } as const

function Menus() {
  const [last, setLast] = useState('none')
  const [show, setShow] = useState('incomplete')
  const [fields, setFields] = useState<readonly string[]>(['assignee'])
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const groups: readonly MenuGroup[] = [
    {
      actions: [
        { id: 'copy', label: 'Copy link', icon: Link, keys: 'Y', onAction: () => setLast('copy') },
        {
          id: 'color',
          label: 'Priority',
          icon: Calendar,
          groups: [
            {
              kind: 'one',
              options: priorities.map(id => ({ id, label: id, picture: <ColorSwatch color={colors[id]} /> })),
              value: 'high',
              onChange: setLast,
            },
          ],
        },
        { id: 'archive', label: 'Archive', icon: Archive, isDisabled: true },
      ],
    },
    { actions: [{ id: 'delete', label: 'Delete', icon: Trash, isDanger: true, onAction: () => setLast('delete') }] },
  ]
  const filters = ['incomplete', 'completed', 'all'].map(id => ({ id, label: id }))
  const columns = ['assignee', 'due', 'tags'].map(id => ({ id, label: id }))
  return (
    <div className="gallery-row">
      <MenuButton label="Project actions" groups={groups}>
        <Icon of={Ellipsis} />
      </MenuButton>
      <MenuButton
        label={`Show: ${show}`}
        className="button ghost small"
        groups={[{ kind: 'one', title: 'Show', options: filters, value: show, onChange: setShow }]}
      >
        Show: {show}
      </MenuButton>
      <MenuButton
        label="Fields"
        className="button ghost small"
        groups={[{ kind: 'any', title: 'Fields', options: columns, values: fields, onChange: setFields }]}
      >
        Fields
      </MenuButton>
      <Button ref={anchor} size="small" onPress={() => setOpen(true)}>
        Open context menu
      </Button>
      {isOpen ? <Menu label="Task" anchor={anchor} groups={groups} onClose={() => setOpen(false)} /> : null}
      <output aria-label="Last action">{last}</output>
      <output aria-label="Shown fields">{fields.join(' ')}</output>
    </div>
  )
}

export function ControlsPage() {
  const [isOn, setOn] = useState(true)
  const [layout, setLayout] = useState<'list' | 'board'>('list')
  return (
    <>
      <Buttons />
      <Menus />
      <div className="gallery-row">
        <Switch isOn={isOn} onChange={setOn}>
          Single-key shortcuts
        </Switch>
        <Switch isOn={false} isDisabled onChange={setOn}>
          Unavailable
        </Switch>
        <Segmented
          label="Layout"
          options={[
            { id: 'list', label: 'List', icon: List },
            { id: 'board', label: 'Board' },
          ]}
          value={layout}
          onChange={setLayout}
        />
      </div>
    </>
  )
}
