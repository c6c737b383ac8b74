// PocketBase with a store like the seeded ones: `seed FOLDER RULE` creates it and prints the data for a client,
// `serve FOLDER ADDRESS` serves it.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

const (
	people   = 50
	members  = 10
	projects = 20
	tasks    = 2000
)

// rules are the requirements for a caller: membership of the project, or any account.
var rules = map[string]string{
	"project": "project.members.id ?= @request.auth.id",
	"account": "@request.auth.id != ''",
}

// seeded is the data for a client.
type seeded struct {
	Token   string   `json:"token"`
	Project string   `json:"project"`
	Tasks   []string `json:"tasks"`
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("Give seed FOLDER RULE, or serve FOLDER ADDRESS.")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(order, folder, last string) error {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: folder, DBConnect: durable})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	switch order {
	case "seed":
		return seed(app, last)
	case "serve":
		app.OnServe().BindFunc(func(event *core.ServeEvent) error {
			event.InstallerFunc = nil
			return event.Next()
		})
		return apis.Serve(app, apis.ServeConfig{HttpAddr: last})
	}
	return errors.New("unknown order: " + order)
}

// durable syncs acknowledged writes to disk, as Workloom does; the default is NORMAL.
func durable(path string) (*dbx.DB, error) {
	pragmas := ""
	for _, one := range []string{
		"busy_timeout(10000)", "journal_mode(WAL)", "journal_size_limit(200000000)", "synchronous(FULL)",
		"foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-65536)",
	} {
		pragmas += "&_pragma=" + one
	}
	return dbx.Open("sqlite", path+"?"+pragmas[1:])
}

func seed(app core.App, rule string) error {
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	// By default it logs every request in a database of its own.
	settings := app.Settings()
	settings.Logs.MaxDays = 0
	settings.RateLimits.Enabled = false
	if err := app.Save(settings); err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	projectsOf, tasksOf, err := collections(app, users, rules[rule])
	if err != nil {
		return err
	}
	var made seeded
	err = app.RunInTransaction(func(tx core.App) error {
		made, err = fill(tx, users, projectsOf, tasksOf)
		return err
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

func collections(app core.App, users *core.Collection, rule string) (*core.Collection, *core.Collection, error) {
	project := core.NewBaseCollection("projects")
	project.ViewRule = types.Pointer("members.id ?= @request.auth.id")
	project.Fields.Add(
		&core.TextField{Name: "name"},
		&core.RelationField{Name: "members", CollectionId: users.Id, MaxSelect: people},
	)
	if err := app.Save(project); err != nil {
		return nil, nil, err
	}
	task := core.NewBaseCollection("tasks")
	for _, one := range []**string{&task.ListRule, &task.ViewRule, &task.CreateRule, &task.UpdateRule, &task.DeleteRule} {
		*one = types.Pointer(rule)
	}
	task.Fields.Add(
		&core.RelationField{Name: "project", CollectionId: project.Id, MaxSelect: 1},
		&core.TextField{Name: "name"},
		&core.TextField{Name: "notes"},
		&core.BoolField{Name: "completed"},
		&core.RelationField{Name: "assignee", CollectionId: users.Id, MaxSelect: 1},
		&core.DateField{Name: "due_on"},
		&core.SelectField{Name: "priority", Values: []string{"Low", "Middle", "High", "Highest"}, MaxSelect: 1},
		&core.NumberField{Name: "budget"},
		&core.TextField{Name: "stage"},
		&core.DateField{Name: "review"},
		&core.RelationField{Name: "reviewers", CollectionId: users.Id, MaxSelect: people},
		&core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	task.AddIndex("tasks_project", false, "project", "")
	return project, task, app.Save(task)
}

func fill(app core.App, users, projectsOf, tasksOf *core.Collection) (made seeded, err error) {
	persons := make([]*core.Record, people)
	for index := range persons {
		person := core.NewRecord(users)
		person.SetEmail(fmt.Sprintf("person%d@example.com", index))
		person.SetPassword("a password of the bench")
		person.Set("name", fmt.Sprintf("Person %d", index))
		if err = app.Save(person); err != nil {
			return
		}
		persons[index] = person
	}
	if made.Token, err = persons[0].NewAuthToken(); err != nil {
		return
	}
	places := make([]string, projects)
	for index := range places {
		project := core.NewRecord(projectsOf)
		project.Set("name", fmt.Sprintf("Project %d", index))
		// The first person is a member of all of them.
		in := []string{persons[0].Id}
		for member := 1; member < members; member++ {
			in = append(in, persons[1+(index*members+member)%(people-1)].Id)
		}
		project.Set("members", in)
		if err = app.Save(project); err != nil {
			return
		}
		places[index] = project.Id
	}
	made.Project = places[1]
	for index := range tasks {
		task := core.NewRecord(tasksOf)
		assignee, other := persons[index%people].Id, persons[(index*7+13)%people].Id
		task.Load(map[string]any{
			"project": places[index%projects], "name": fmt.Sprintf("Task %d of the seeded store", index),
			"notes": "What is to be done, in a sentence or two.", "completed": index%3 == 0, "assignee": assignee,
			"due_on": "2026-06-30 00:00:00.000Z", "priority": []string{"Low", "Middle", "High", "Highest"}[index%4],
			"budget": float64(index) + 0.25, "stage": fmt.Sprintf("What is to be said of %d, in a few words", index),
			"review": fmt.Sprintf("2026-%02d-15 00:00:00.000Z", 1+index%12), "reviewers": []string{assignee, other},
		})
		if err = app.SaveNoValidate(task); err != nil {
			return
		}
		made.Tasks = append(made.Tasks, task.Id)
	}
	return
}
