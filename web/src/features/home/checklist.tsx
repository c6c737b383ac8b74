/** The first steps in a new workspace, and the first request for people who come for the API. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import FolderPlus from 'lucide-react/icons/folder-plus'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { runCommand } from '../../components/commands.ts'
import { FirstRequest } from '../../components/first_request.tsx'
import { Icon, type IconShape } from '../../components/icon/icon.tsx'
import { tokens } from '../../data/queries.ts'
import { HomeCard } from './card.tsx'

interface StepProps {
  icon: IconShape
  title: string
  about: string
  children: ReactNode
}

const Step = ({ icon, title, about, children }: StepProps) => (
  <li className="home-step">
    <span className="home-step-icon">
      <Icon of={icon} size={20} />
    </span>
    <span className="home-step-text">
      <span className="home-step-title">{title}</span>
      <span className="home-step-about">{about}</span>
    </span>
    {children}
  </li>
)

export function Checklist() {
  const { data = [] } = useQuery(tokens)
  const hasToken = data.length > 0
  return (
    <>
      <HomeCard title="First steps">
        <ol className="home-steps">
          <Step icon={FolderPlus} title="Create a project" about="Sections and tasks, as a list or a board.">
            <Button kind="primary" onPress={() => runCommand('new_project')}>
              Create project
            </Button>
          </Step>
          <Step
            icon={LayoutTemplate}
            title="Use a template"
            about="Begin with the sections and tasks of another project."
          >
            <Button onPress={() => runCommand('templates')}>Templates</Button>
          </Step>
          <Step icon={UserPlus} title="Invite people" about="They see what you share with them.">
            <Button onPress={() => runCommand('invite')}>Invite</Button>
          </Step>
          <Step
            icon={KeyRound}
            title="Create an access token"
            about={hasToken ? 'You have one. Scripts and integrations act as you.' : 'For scripts that act as you.'}
          >
            <Link className="button plain" to="/settings/tokens">
              Access tokens
            </Link>
          </Step>
          <Step icon={BookOpen} title="Read the API reference" about="Each operation with its fields and an example.">
            <a className="button plain" href="/docs">
              API reference
            </a>
          </Step>
        </ol>
      </HomeCard>
      <HomeCard title="First request">
        <div className="home-request">
          <p className="home-lead">
            This server is compatible with the Asana API. Create an access token, replace TOKEN with it, and run:
          </p>
          <FirstRequest />
        </div>
      </HomeCard>
    </>
  )
}
