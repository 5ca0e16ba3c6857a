"""What a browser is shown: the dashboard, the API's page, the trace viewer."""
