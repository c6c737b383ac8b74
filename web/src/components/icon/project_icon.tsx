/** The icons of projects, by their API names. */
import Award from 'lucide-react/icons/award'
import Briefcase from 'lucide-react/icons/briefcase'
import Bug from 'lucide-react/icons/bug'
import Calendar from 'lucide-react/icons/calendar'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import ChartLine from 'lucide-react/icons/chart-line'
import Check from 'lucide-react/icons/check'
import CodeXml from 'lucide-react/icons/code-xml'
import Coins from 'lucide-react/icons/coins'
import Flag from 'lucide-react/icons/flag'
import Footprints from 'lucide-react/icons/footprints'
import Gauge from 'lucide-react/icons/gauge'
import Globe from 'lucide-react/icons/globe'
import Kanban from 'lucide-react/icons/kanban'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Lightbulb from 'lucide-react/icons/lightbulb'
import List from 'lucide-react/icons/list'
import MapShape from 'lucide-react/icons/map'
import Megaphone from 'lucide-react/icons/megaphone'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Monitor from 'lucide-react/icons/monitor'
import Notebook from 'lucide-react/icons/notebook'
import Presentation from 'lucide-react/icons/presentation'
import Puzzle from 'lucide-react/icons/puzzle'
import Rocket from 'lucide-react/icons/rocket'
import Settings from 'lucide-react/icons/settings'
import Shapes from 'lucide-react/icons/shapes'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import Star from 'lucide-react/icons/star'
import Target from 'lucide-react/icons/target'
import Ticket from 'lucide-react/icons/ticket'
import Users from 'lucide-react/icons/users'
import { colorClass } from '../display/chip.tsx'
import { Icon, type IconShape } from './icon.tsx'
import './icon.css'

/** The shapes by API name, in the order of the API. */
export const projectIcons: Readonly<Record<string, IconShape>> = {
  list: List,
  board: Kanban,
  timeline: ChartGantt,
  calendar: Calendar,
  rocket: Rocket,
  people: Users,
  graph: ChartLine,
  star: Star,
  bug: Bug,
  light_bulb: Lightbulb,
  globe: Globe,
  gear: Settings,
  notebook: Notebook,
  computer: Monitor,
  check: Check,
  target: Target,
  html: CodeXml,
  megaphone: Megaphone,
  chat_bubbles: MessagesSquare,
  briefcase: Briefcase,
  page_layout: LayoutTemplate,
  mountain_flag: Flag,
  puzzle: Puzzle,
  presentation: Presentation,
  line_and_symbols: Shapes,
  speed_dial: Gauge,
  ribbon: Award,
  shoe: Footprints,
  shopping_basket: ShoppingBasket,
  map: MapShape,
  ticket: Ticket,
  coins: Coins,
}

interface Props {
  /** API name of the icon, null for the default. */
  icon: string | null
  /** API name of the colour. */
  color: string | null
  /** The side of the square in pixels. */
  size?: number
}

const DEFAULT_SIZE_PX = 20
const SHAPE_RATIO = 0.65

/** The icon of a project on a square of its colour. Decoration: the name of the project stands next to it. */
export function ProjectIcon({ icon, color, size = DEFAULT_SIZE_PX }: Props) {
  const shape = projectIcons[icon ?? 'list'] ?? List
  return (
    <span className={`project-icon ${colorClass(color)}`} style={{ width: size, height: size }} aria-hidden="true">
      <Icon of={shape} size={Math.round(size * SHAPE_RATIO)} />
    </span>
  )
}
