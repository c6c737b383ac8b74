/**
 * The toolbar of a list in any layout. A screen uses it so:
 *
 *     const control = useViewState(project, { layout: 'list' })
 *     const fields = viewFields(record, records.get)
 *     <ViewToolbar control={control} fields={fields} columns={defaults} canEdit={…} lead={<AddTaskButton />} />
 *
 * It arranges the rows by `control.view`, waits while `control.isLoading`, and gives the columns of a grid
 * `columnMenu(field, defaults, control)` as their menu.
 */
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import Columns from 'lucide-react/icons/columns-3'
import Layers from 'lucide-react/icons/layers'
import ListFilter from 'lucide-react/icons/list-filter'
import Plus from 'lucide-react/icons/plus'
import Group from 'lucide-react/icons/rows-3'
import Save from 'lucide-react/icons/save'
import { type ReactNode, useRef, useState } from 'react'
import type { ViewField } from '../../data/views/fields.ts'
import { type Filter, isActive } from '../../data/views/filter.ts'
import { WORDS } from '../../data/views/values.ts'
import { ariaKeys } from '../../text/keys.ts'
import { Button } from '../button.tsx'
import { runCommand, useCommands } from '../commands.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { MenuButton, type MenuGroup } from '../overlay/menu.tsx'
import { Toolbar } from '../toolbar.tsx'
import { FilterDialog, SaveViewDialog } from './dialogs.ts'
import { type Columns as ColumnList, fieldsMenu, groupMenu, showLabel, showMenu, sortMenu } from './menus.ts'
import { useCanChange, useSavedView } from './saved_view.ts'
import type { ViewControl } from './use_view_state.ts'
import { type ViewsDialog, viewsMenu } from './views_menu.ts'
import './views.css'

interface Props {
  control: ViewControl
  fields: readonly ViewField[]
  /** The columns that are shown unless a view says otherwise; absent in layouts without columns. */
  columns?: ColumnList
  /** Whether the person can change the list, and so share views of it. */
  canEdit: boolean
  /** Whether the tasks can be sorted and grouped here, which a calendar cannot. */
  hasOrder?: boolean
  /** Whether views can be saved here; by default. */
  hasViews?: boolean
  /** Whether any of the filters can be enough; by default. */
  canMatchAny?: boolean
  /** The words on the button that saves the view; with them it is always shown. */
  saveLabel?: string
  /** What stands before the controls of the view: "Add task". */
  lead?: ReactNode
}

interface ToolProps {
  label: string
  icon: IconShape
  groups: readonly MenuGroup[]
  /** Whether the view differs from the plain list here. */
  isOn?: boolean
  children: ReactNode
}

/** A button of the toolbar with a menu. In narrow lists only its icon is shown. */
function Tool({ label, icon, groups, isOn = false, children }: ToolProps) {
  return (
    <MenuButton label={label} groups={groups} className={`button ghost small view-tool ${isOn ? 'on' : ''}`}>
      <Icon of={icon} />
      <span className="view-tool-text">{children}</span>
    </MenuButton>
  )
}

function FilterTool({ control, fields, canMatchAny, isOpen, setOpen }: FilterToolProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const count = control.view.filters.filter(isActive).length
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`button ghost small view-tool ${count > 0 ? 'on' : ''}`}
        aria-label="Filter"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts={ariaKeys('F')}
        onClick={() => setOpen(true)}
      >
        <Icon of={ListFilter} />
        <span className="view-tool-text">Filter</span>
        {count > 0 ? <span className="view-count" data-count={count} /> : null}
      </button>
      {isOpen ? <FilterDialog {...{ control, fields, canMatchAny, anchor }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface FilterToolProps extends Pick<Props, 'control' | 'fields' | 'canMatchAny'> {
  isOpen: boolean
  setOpen(isOpen: boolean): void
}

/** A control without the words of the view, where a screen has a text box for them. */
function withoutWords(control: ViewControl, fields: readonly ViewField[]): ViewControl {
  const { view, change } = control
  const isHidden = ({ field }: Filter) => field === WORDS && fields.every(({ id }) => id !== WORDS)
  const hidden = view.filters.filter(isHidden)
  if (hidden.length === 0) return control
  return {
    ...control,
    view: { ...view, filters: view.filters.filter(filter => !isHidden(filter)) },
    change: members => change(members.filters ? { ...members, filters: [...hidden, ...members.filters] } : members),
  }
}

const clearFilters = ({ change }: ViewControl) => change({ filters: [], match: 'all' })

/** The saved views, and "Save view" while something is not saved. */
type SavedViewsProps = Pick<Props, 'control' | 'canEdit' | 'saveLabel'> & { menu: MenuRef }

function SavedViews({ control, canEdit, saveLabel, menu }: SavedViewsProps) {
  const [dialog, setDialog] = useState<ViewsDialog | null>(null)
  const { save, remove } = useSavedView(control)
  const canChange = useCanChange(canEdit)(control.saved)
  const { saved, isChanged } = control
  const groups = viewsMenu({ control, canChange, save, remove, open: setDialog })
  return (
    <>
      <MenuButton ref={menu} label="Views" groups={groups} className="button ghost small view-tool">
        <Icon of={Layers} />
        <span className="view-tool-text">Views</span>
        {saved ? <span className="view-name" data-name={saved.name} /> : null}
        {isChanged ? <span className="view-dot" /> : null}
      </MenuButton>
      {isChanged || saveLabel ? (
        <Button kind="quiet" size="small" icon={Save} onPress={() => (canChange ? save() : setDialog('new'))}>
          <span className="view-tool-text">{saveLabel ?? 'Save view'}</span>
        </Button>
      ) : null}
      {dialog ? (
        <SaveViewDialog
          control={control}
          canShare={canEdit}
          renamed={dialog === 'rename' ? saved : undefined}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

type MenuRef = React.RefObject<HTMLButtonElement | null>

export function ViewToolbar({
  control,
  fields,
  columns,
  canEdit,
  hasOrder = true,
  hasViews = true,
  canMatchAny,
  saveLabel,
  lead,
}: Props) {
  const [isFiltering, setFiltering] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const { view } = control
  const filtering = withoutWords(control, fields)
  useCommands([
    { id: 'view.filter', title: 'Filter', group: 'View', keys: ['F'], run: () => setFiltering(true) },
    {
      ...{ id: 'view.clear_filters', title: 'Clear filters', group: 'View', keys: ['Shift+F'] },
      ...{ when: () => filtering.view.filters.length > 0, run: () => clearFilters(filtering) },
    },
    {
      id: 'view.views',
      title: 'Saved views',
      group: 'View',
      keys: ['V'],
      when: () => hasViews,
      run: () => menu.current?.click(),
    },
  ])
  return (
    <div className="view-bar">
      <Toolbar label="View options" className="view-toolbar">
        {lead}
        {hasViews ? <SavedViews {...{ control, canEdit, saveLabel, menu }} /> : null}
        <span className="view-gap" />
        <Tool
          label={showLabel(view.show)}
          icon={CircleCheck}
          groups={showMenu(control)}
          isOn={view.show !== 'incomplete'}
        >
          {showLabel(view.show)}
        </Tool>
        <FilterTool {...{ fields, canMatchAny }} control={filtering} isOpen={isFiltering} setOpen={setFiltering} />
        {hasOrder ? (
          <>
            <Tool label="Sort" icon={ArrowUpDown} groups={sortMenu(fields, control)} isOn={view.sort.length > 0}>
              Sort
            </Tool>
            <Tool label="Group" icon={Group} groups={groupMenu(fields, control)} isOn={view.group !== null}>
              Group
            </Tool>
          </>
        ) : null}
        {columns ? (
          <Tool label="Fields" icon={Columns} groups={fieldsMenu(fields, columns, control)}>
            Fields
          </Tool>
        ) : null}
      </Toolbar>
    </div>
  )
}

/** "Add task", for `lead`. */
export const AddTaskButton = () => (
  <Button size="small" icon={Plus} onPress={() => runCommand('add_task')}>
    <span className="view-tool-text">Add task</span>
  </Button>
)
