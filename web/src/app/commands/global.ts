/** The commands that exist on every screen. */
import { useUndo } from '../../components/act.ts'
import { type Command, useCommands } from '../../components/commands.ts'
import {
  homePath,
  inboxPath,
  myTasksPath,
  peoplePath,
  searchPath,
  teamsPath,
  templatesPath,
} from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { type FrameDialog, openCommandMenu, openDialog } from '../dialogs.ts'
import { focusRegion } from './regions.ts'

interface Environment {
  toggleSidebar(): void
  navigate(path: string): void
}

const dialog = (name: FrameDialog) => () => openDialog(name)

export function useGlobalCommands({ toggleSidebar, navigate }: Environment): void {
  const { workspace } = useCache()
  const { undo, redo } = useUndo()
  const go = (id: string, title: string, keys: string, path: string): Command => ({
    ...{ id, title, group: 'Go to', keys: [keys] },
    run: () => navigate(path),
  })
  const find = (id: string, title: string, keys: string, sign: string): Command => ({
    ...{ id, title, group: 'Go to', keys: [keys] },
    run: () => openCommandMenu(sign),
  })
  useCommands([
    go('go_home', 'Home', 'G then H', homePath(workspace)),
    go('go_inbox', 'Inbox', 'G then I', inboxPath(workspace)),
    go('go_my_tasks', 'My tasks', 'G then M', myTasksPath(workspace)),
    find('go_project', 'Go to project…', 'G then P', '#'),
    find('go_favorite', 'Go to favorite…', 'G then F', '*'),
    find('go_team', 'Go to team…', 'G then T', '+'),
    go('go_settings', 'Settings', 'G then S', '/settings/profile'),
    {
      id: 'command_menu',
      title: 'Search or run a command',
      group: 'Go to',
      keys: ['Mod+K'],
      run: dialog('command_menu'),
    },
    go('search', 'Search', '/', searchPath(workspace)),
    { id: 'go_people', title: 'People', group: 'Go to', run: () => navigate(peoplePath(workspace)) },
    { id: 'go_teams', title: 'Teams', group: 'Go to', run: () => navigate(teamsPath(workspace)) },
    { id: 'quick_add', title: 'New task', group: 'Create', keys: ['C'], run: dialog('quick_add') },
    { id: 'new_project', title: 'New project', group: 'Create', run: dialog('new_project') },
    { id: 'new_section', title: 'New section', group: 'Create', run: dialog('new_section') },
    { id: 'new_tag', title: 'New tag', group: 'Create', run: dialog('new_tag') },
    { id: 'new_team', title: 'New team', group: 'Create', run: dialog('new_team') },
    {
      ...{ id: 'templates', title: 'Use a template', group: 'Create' },
      run: () => navigate(templatesPath(workspace)),
    },
    { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Help', keys: ['?'], run: dialog('shortcuts') },
    { id: 'invite', title: 'Invite people', group: 'Create', run: () => navigate(`/admin/${workspace}/people`) },
    {
      ...{ id: 'next_region', title: 'Next part of the window', group: 'View', keys: ['F6'] },
      run: () => focusRegion(1),
    },
    {
      ...{ id: 'previous_region', title: 'Previous part of the window', group: 'View', keys: ['Shift+F6'] },
      run: () => focusRegion(-1),
    },
    { id: 'toggle_sidebar', title: 'Show or hide the sidebar', group: 'View', keys: ['['], run: toggleSidebar },
    { id: 'undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'], run: undo },
    { id: 'redo', title: 'Redo', group: 'Edit', keys: ['Mod+Shift+Z'], run: redo },
  ])
}
