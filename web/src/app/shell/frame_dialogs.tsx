/** The open dialog of the frame. All are loaded after the screen. */
import { lazily } from '../../components/lazily.tsx'
import { useOpenDialog } from '../dialogs.ts'

const CommandMenu = lazily(async () => (await import('../commands/command_menu.tsx')).CommandMenu)
const QuickAdd = lazily(async () => (await import('../quick_add/quick_add.tsx')).QuickAdd)
const NewProject = lazily(async () => (await import('../new_project/new_project.tsx')).NewProject)
const NewSection = lazily(async () => (await import('../create/new_section.tsx')).NewSection)
const NewTag = lazily(async () => (await import('../create/new_tag.tsx')).NewTag)
const NewTeam = lazily(async () => (await import('../create/new_team.tsx')).NewTeam)
const ShortcutSheet = lazily(async () => (await import('../shortcuts/sheet.tsx')).ShortcutSheet)
const PhoneMenu = lazily(async () => (await import('./phone_menu.tsx')).PhoneMenu)

const DIALOGS = {
  command_menu: CommandMenu,
  quick_add: QuickAdd,
  new_project: NewProject,
  new_section: NewSection,
  new_tag: NewTag,
  new_team: NewTeam,
  shortcuts: ShortcutSheet,
  menu: PhoneMenu,
} as const

export function FrameDialogs() {
  const open = useOpenDialog()
  if (!open) return null
  const Open = DIALOGS[open]
  return <Open />
}
