"""The test language: one row a meaning, by which a step is put into words. Pure; knows neither page nor reader."""
