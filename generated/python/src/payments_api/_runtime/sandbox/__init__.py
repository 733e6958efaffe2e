# Part of paycat's runtime, copied unchanged. Do not edit.

"""A sandbox: a service, to test against from end to end. Nothing outside it changes.

It keeps records in a database, moves them through their states, and sends signed notifications.

| Module | What it does |
|---|---|
| `service` | what a service is to its sandbox |
| `facts` | reads what the catalogue states from `facts.json` |
| `store` | keeps records, keys, events and attempts in a database |
| `filling` | fills a record from its request, and changes it when its state changes |
| `accepting` | accepts a request once, whatever is repeated, sent at the same time or interrupted |
| `listing` | lists records page by page |
| `lifecycle` | moves records, and starts what follows, in one transaction |
| `notifications` | signs events and delivers them; `addresses` decides where to |
| `clock` | the time of the sandbox, which can be turned |
| `names` | locks the name of a worker |
| `engine` | runs the workflows: DBOS, on the same database |
| `recording`, `exchanges` | keep which requests came, and how they were answered |
| `masking` | hides what is sensitive in them |
| `control` | turns the clock, moves records, sends notifications again |
| `page`, `shown`, `views` | the page, what it shows, and what of that a reader chose |
| `guarding` | asks for the control key |
| `protocol` | ends connections whose head does not arrive |
| `logs`, `settings` | what is logged, and what whoever starts it chooses |
| `supervising` | starts workers, and replaces those that end |
| `handlers`, `app` | what the operations call, and the application with its control and page |
| `command` | the command line |
"""
