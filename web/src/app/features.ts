/** All features, one line each. A new screen is one folder and one line here. */
import type { Feature } from '../components/feature.ts'
import { admin } from '../features/admin/feature.ts'
import { docs } from '../features/docs/feature.ts'
import { emulator } from '../features/emulator/feature.ts'
import { home } from '../features/home/feature.ts'
import { inbox } from '../features/inbox/feature.ts'
import { myTasks } from '../features/my_tasks/feature.ts'
import { objects } from '../features/objects/feature.ts'
import { people } from '../features/people/feature.ts'
import { project } from '../features/project/feature.ts'
import { search } from '../features/search/feature.ts'
import { settings } from '../features/settings/feature.ts'
import { signIn } from '../features/sign_in/feature.ts'
import { tag } from '../features/tag/feature.ts'
import { task } from '../features/task/feature.ts'
import { templates } from '../features/templates/feature.ts'
import { trash } from '../features/trash/feature.ts'

export const features: readonly Feature[] = [
  signIn,
  home,
  inbox,
  myTasks,
  project,
  task,
  templates,
  objects,
  tag,
  search,
  people,
  settings,
  admin,
  trash,
  docs,
  emulator,
]
